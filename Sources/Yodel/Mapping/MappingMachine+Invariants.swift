// What holds between any two tokens. Checked before each one in debug builds; in release builds the check is compiled out.

extension MappingMachine {
    /// Whether every open frame is sound.
    var invariantsHold: Bool {
        guard unsafe frames.pointee.kind == .root, unsafe frame >= frames, unsafe frame - frames < frameCapacity else { return false }
        var current = unsafe frames
        var mark = 0
        var containers = 0
        while unsafe current <= frame {
            guard unsafe isSound(current), unsafe current.pointee.mark >= mark || current == frames else { return false }
            mark = unsafe current.pointee.mark
            if unsafe current.pointee.kind != .root && current.pointee.kind != .holder { containers += 1 }
            unsafe current += 1
        }
        // Only the innermost container can be one that is kept or skipped, and what is open in it is counted, not framed.
        return unsafe mark <= arena.used && depth >= containers
    }

    private func isSound(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        switch unsafe frame.pointee.kind {
        case .root:
            return unsafe frame == frames && frame.pointee.count <= 1
        case .object, .routed:
            guard let level = unsafe frame.pointee.level, unsafe frame.pointee.base != nil else { return false }
            if let entry = unsafe frame.pointee.entry {
                let index = unsafe entry - UnsafePointer(level.pointee.entries)
                guard index >= 0, unsafe index < level.pointee.count else { return false }
                guard unsafe frame.pointee.kind == .object || entry.pointee.route != nil else { return false }
            }
            let model = unsafe level.pointee.model
            let needsWords = unsafe level.pointee.count > 64 && (level.pointee.watches || watchesKeys)
            let hasInstance = unsafe frame.pointee.isModel && model.pointee.isClass
            return unsafe needsWords == (frame.pointee.seenWords != nil) && hasInstance == (frame.pointee.instance != nil)
        case .items:
            return unsafe frame.pointee.level != nil && frame.pointee.base != nil
        case .holder:
            return unsafe frame.pointee.base != nil && frame.pointee.element != nil
        case .seek:
            return unsafe seek.indices.contains(frame.pointee.count)
        case .array:
            return unsafe isBufferSound(frame) && frame.pointee.keys == nil && !frame.pointee.flag
        case .dictionary:
            return unsafe isBufferSound(frame) && (frame.pointee.capacity == 0 || frame.pointee.keys != nil)
        case .skip:
            return unsafe frame == self.frame && frame.pointee.count > 0
        case .capture:
            return unsafe frame == self.frame && !builder.isComplete
        case .tape:
            return unsafe frame == self.frame && tape.isOpen
        }
    }

    private func isBufferSound(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        let pending = unsafe frame.pointee.flag ? 1 : 0
        return unsafe frame.pointee.count + pending <= frame.pointee.capacity && frame.pointee.element != nil
            && (frame.pointee.base != nil) == (frame.pointee.capacity > 0)
    }
}
