import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/// What a package is made of: writes FOLDER/sbom.cdx.json (CycloneDX) and FOLDER/licenses, and
/// takes the libraries of other kinds of machines out of SQLite's driver: the one that is needed
/// lies beside it.
///
/// java Parts.java FOLDER VERSION KIND
final class Parts {
    private record Part(String group, String name, String version, String sha256) {}

    public static void main(String[] words) throws IOException, NoSuchAlgorithmException {
        var folder = Path.of(words[0]);
        var parts = new ArrayList<Part>();
        for (var jar : jars(folder.resolve("app/lib"))) {
            if (jar.getFileName().toString().startsWith("sqlite-jdbc")) slim(jar);
            parts.add(part(jar));
            licences(jar, folder.resolve("licenses"));
        }
        var release = new Properties();
        try (var in = Files.newBufferedReader(folder.resolve("runtime/release"))) {
            release.load(in);
        }
        var java = release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("JAVA_VERSION", "")).replace("\"", "");
        Files.writeString(folder.resolve("sbom.cdx.json"), bill(words[1], java, parts));
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (var found = Files.list(folder)) {
            return found.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    private static void slim(Path jar) throws IOException {
        var next = jar.resolveSibling(jar.getFileName() + ".new");
        try (var from = new JarFile(jar.toFile());
                var to = new JarOutputStream(Files.newOutputStream(next))) {
            for (var entry : (Iterable<JarEntry>) from.stream()::iterator) {
                if (entry.getName().startsWith("org/sqlite/native/")) continue;
                var bytes = from.getInputStream(entry).readAllBytes();
                var sum = new CRC32();
                sum.update(bytes);
                var copy = new JarEntry(entry.getName());
                copy.setTime(entry.getTime());
                copy.setMethod(ZipEntry.STORED);
                copy.setSize(bytes.length);
                copy.setCrc(sum.getValue());
                to.putNextEntry(copy);
                to.write(bytes);
                to.closeEntry();
            }
        }
        Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    /// By the jar's own Maven properties where it has them, else by its file's name.
    private static Part part(Path jar) throws IOException, NoSuchAlgorithmException {
        var sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        var file = jar.getFileName().toString().replaceFirst("\\.jar$", "");
        var dash = file.replaceFirst("-\\d.*$", "").length();
        var name = file.substring(0, dash);
        var version = file.length() > dash ? file.substring(dash + 1) : "";
        try (var from = new JarFile(jar.toFile())) {
            for (var entry : (Iterable<JarEntry>) from.stream()::iterator) {
                if (!entry.getName().matches("META-INF/maven/[^/]+/" + name + "/pom.properties")) continue;
                var properties = new Properties();
                properties.load(from.getInputStream(entry));
                return new Part(properties.getProperty("groupId", ""), name, version, sum);
            }
        }
        return new Part("", name, version, sum);
    }

    private static void licences(Path jar, Path folder) throws IOException {
        try (var from = new JarFile(jar.toFile())) {
            for (var entry : (Iterable<JarEntry>) from.stream()::iterator) {
                var name = entry.getName().toLowerCase(Locale.ROOT);
                if (entry.isDirectory() || !name.matches("(meta-inf/)?([^/]*/){0,4}(license|notice|copying)[^/]*")) continue;
                if (name.endsWith(".class")) continue;
                var target = folder.resolve(jar.getFileName().toString().replaceFirst("\\.jar$", ""))
                        .resolve(entry.getName().replace('/', '_'));
                Files.createDirectories(target.getParent());
                Files.write(target, from.getInputStream(entry).readAllBytes());
            }
        }
    }

    private static String bill(String version, String java, List<Part> parts) {
        var components = new ArrayList<String>();
        components.add(component("", "java-runtime", java, "", "framework"));
        for (var part : parts) components.add(component(part.group(), part.name(), part.version(), part.sha256(), "library"));
        return """
                {
                  "bomFormat": "CycloneDX",
                  "specVersion": "1.6",
                  "version": 1,
                  "metadata": {"component": {"type": "application", "name": "pawl", "version": "%s"}},
                  "components": [
                %s
                  ]
                }
                """
                .formatted(version, String.join(",\n", components));
    }

    private static String component(String group, String name, String version, String sha256, String type) {
        var fields = new TreeMap<String, String>();
        fields.put("type", quoted(type));
        fields.put("name", quoted(name));
        fields.put("version", quoted(version));
        if (!group.isEmpty()) {
            fields.put("group", quoted(group));
            fields.put("purl", quoted("pkg:maven/" + group + "/" + name + "@" + version));
        }
        if (!sha256.isEmpty()) fields.put("hashes", "[{\"alg\": \"SHA-256\", \"content\": " + quoted(sha256) + "}]");
        var text = new ArrayList<String>();
        fields.forEach((key, value) -> text.add(quoted(key) + ": " + value));
        return "    {" + String.join(", ", text) + "}";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
