package dev.pawl.app;

/// Where the program begins.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println("pawl");
    }
}
