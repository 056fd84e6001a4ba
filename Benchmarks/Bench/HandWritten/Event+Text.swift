// The members in the order of declaration, each key a literal with all that stands around it.

extension Event: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"id":"#, id)
        text.add(#","type":"#, type)
        text.add(#","time":"#, time)
        text.add(#","user":"#, user)
        text.add(#","path":"#, path)
        text.add(#","referrer":"#, referrer)
        text.add(#","status":"#, status)
        text.add(#","duration_ms":"#, duration_ms)
        text.add(#","cached":"#, cached)
        text.add(#","tags":"#, tags)
        text.add(#","samples":"#, samples)
        text.add(#","place":"#, place)
        text.add(#","message":"#, message)
        text.append("}")
    }
}

extension EventUser: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"id":"#, id)
        text.add(#","name":"#, name)
        text.add(#","plan":"#, plan)
        text.append("}")
    }
}

extension EventPlace: WrittenByHand {
    func write(to text: inout JSONText) {
        text.add(#"{"latitude":"#, latitude)
        text.add(#","longitude":"#, longitude)
        text.add(#","city":"#, city)
        text.append("}")
    }
}
