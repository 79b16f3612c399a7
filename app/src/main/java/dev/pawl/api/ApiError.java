package dev.pawl.api;

/// The client is refused: it asked for something wrong, or for something that cannot be done now.
public final class ApiError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;

    private ApiError(String message, String field) {
        super(message, null, false, false);
        this.field = field;
    }

    /// A parameter is missing or wrong.
    public static ApiError of(String field, String why) {
        return new ApiError(field + ": " + why, field);
    }

    /// The parameters are right; the state of things is not.
    public static ApiError refused(String why) {
        return new ApiError(why, "");
    }

    /// The parameter that is wrong; empty when none is.
    public String field() {
        return field;
    }
}
