// The members in the order of declaration.

extension Event: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("id", id)
        generator.add("type", type)
        generator.add("time", time)
        generator.add("user", user)
        generator.add("path", path)
        generator.add("referrer", referrer)
        generator.add("status", status)
        generator.add("duration_ms", duration_ms)
        generator.add("cached", cached)
        generator.add("tags", tags)
        generator.add("samples", samples)
        generator.add("place", place)
        generator.add("message", message)
        generator.closeMap()
    }
}

extension EventUser: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("id", id)
        generator.add("name", name)
        generator.add("plan", plan)
        generator.closeMap()
    }
}

extension EventPlace: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) {
        generator.openMap()
        generator.add("latitude", latitude)
        generator.add("longitude", longitude)
        generator.add("city", city)
        generator.closeMap()
    }
}
