package dev.pawl.doctor;

/// What one look at the machine found.
///
/// @param remedy what to do about it; empty when nothing is to be done
public record Finding(String name, Grade grade, String detail, String remedy) {
    /// How bad it is.
    public enum Grade {
        OK,
        /// Turns work, but something is lost: speed, a layer of safety, room.
        WARN,
        /// A turn cannot work without it.
        MISSING
    }

    public static Finding ok(String name, String detail) {
        return new Finding(name, Grade.OK, detail, "");
    }

    public static Finding warn(String name, String detail, String remedy) {
        return new Finding(name, Grade.WARN, detail, remedy);
    }

    public static Finding missing(String name, String detail, String remedy) {
        return new Finding(name, Grade.MISSING, detail, remedy);
    }
}
