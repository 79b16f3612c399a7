package dev.pawl.store.sqlite;

import dev.pawl.kernel.rows.StoreFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/// The file a store is in: made for its owner alone, and refused with a reason where it cannot
/// work.
public final class SqliteFile implements ConnectionSource {
    private final Path path;

    public SqliteFile(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    public Path path() {
        return path;
    }

    /// Makes the file and its folder if they are missing, and says why when that is not possible.
    void prepare() {
        if (Files.isDirectory(path)) throw new StoreFailure(path + " is a folder: name a file in it for the store");
        try {
            makeFolder(folder());
            if (!Files.exists(path)) makeFile();
        } catch (IOException refused) {
            throw new StoreFailure("cannot make the store " + path + ": " + reason(refused), refused);
        }
        if (!Files.isReadable(path)) throw new StoreFailure("may not read the store " + path + readableBy());
        if (!Files.isWritable(path)) throw new StoreFailure("the store " + path + " is read-only" + readableBy());
        if (!Files.isWritable(folder())) {
            throw new StoreFailure(
                    "the folder " + folder() + " is read-only: the store needs to write beside its file");
        }
    }

    private Path folder() {
        var parent = path.getParent();
        return parent == null ? path : parent;
    }

    private String readableBy() {
        return ": check its owner and rights, or name another file";
    }

    private void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return;
        Files.createDirectories(folder, rights(folder, "rwx------"));
    }

    private void makeFile() throws IOException {
        try {
            Files.createFile(path, rights(folder(), "rw-------"));
        } catch (FileAlreadyExistsException another) {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) throw another; // else another process was faster
        }
    }

    /// Nothing where the file system knows no such rights.
    private static FileAttribute<?>[] rights(Path folder, String rights) throws IOException {
        var there = folder;
        while (there.getParent() != null && !Files.exists(there)) there = there.getParent();
        if (!Files.getFileStore(there).supportsFileAttributeView("posix")) return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))};
    }

    private static String reason(IOException refused) {
        return switch (refused) {
            case AccessDeniedException denied -> "no right to write " + denied.getFile() + "; name another file";
            case NoSuchFileException missing -> missing.getFile() + " cannot be made there; name another file";
            case FileSystemException failed
            when failed.getReason() != null -> failed.getFile() + ": " + failed.getReason();
            default -> String.valueOf(refused.getMessage());
        };
    }

    /// Not through the driver manager, which looks for drivers all over the class path.
    @Override
    public Connection open() throws SQLException {
        var properties = new Properties();
        // Ids are ours: without this the driver looks at the text of each statement it runs.
        properties.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
        return JDBC.createConnection("jdbc:sqlite:" + path.toUri(), properties);
    }
}
