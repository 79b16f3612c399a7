package dev.pawl.app;

/// Where the program begins.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        if (args.length > 0 && !args[0].equals("--version") && !args[0].startsWith("__")) System.exit(2);
        System.out.println("pawl 0.1.0");
    }
}
