package dev.smelt.warehouse.duckdb;

import dev.smelt.warehouse.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock on a file beside the database, taken before the database is opened.
 *
 * <p>The engine's own lock keeps other processes out but not a second copy of the driver in this process (each class
 * loader loads one), and two copies lose writes silently. The JVM's table of file locks is one for all class loaders.
 *
 * <p>A writer locks a range of bytes that no content ever reaches, a reader one byte of it: the JVM refuses overlapping
 * locks of one process even where both are shared, so that readers of one JVM each need a byte of their own.
 *
 * <p>The channel is never closed: on POSIX systems closing any channel of a file drops all locks that the process holds
 * on it, also those of others. There is one channel per database and class loader.
 */
final class SidecarLock implements AutoCloseable {
    private static final String SUFFIX = ".smelt-lock";
    private static final long FIRST_SLOT = 1L << 40;
    private static final int SLOTS = 256;
    private static final int LONGEST_OWNER = 1_000;
    private static final Map<Path, Sidecar> SIDECARS = new ConcurrentHashMap<>();

    private final Optional<FileChannel> channel;
    private final Optional<FileLock> lock;
    private final Access access;

    private SidecarLock(Optional<FileChannel> channel, Optional<FileLock> lock, Access access) {
        this.channel = channel;
        this.lock = lock;
        this.access = access;
    }

    /** An open sidecar file; the key tells whether the file of that name is still the same one. */
    private record Sidecar(FileChannel channel, Optional<Object> key) {}

    static Path fileFor(Path database) {
        return database.resolveSibling(database.getFileName() + SUFFIX);
    }

    /**
     * Takes the lock, or says nothing where somebody else is in the way. A reader that may not write beside the database
     * goes without: then the engine's own lock has to do.
     *
     * @param holder who asks, for the message of the next who comes
     */
    static Optional<SidecarLock> tryAcquire(Path database, Access access, String holder) throws IOException {
        Path file = fileFor(database);
        while (true) {
            Sidecar sidecar;
            try {
                sidecar = sidecar(file);
            } catch (FileSystemException e) {
                return readerWithout(access, e);
            }
            Optional<FileLock> lock = access == Access.WRITE ? lockAll(sidecar.channel()) : lockOne(sidecar.channel());
            if (lock.isEmpty()) {
                return Optional.empty();
            }
            if (!sidecar.key().equals(key(file))) {
                // Deleted between opening and locking: a lock on a file that nobody else can find.
                lock.get().release();
                continue;
            }
            SidecarLock held = new SidecarLock(Optional.of(sidecar.channel()), lock, access);
            held.sign(holder);
            return Optional.of(held);
        }
    }

    /** Who holds the lock for writing, as far as known. */
    static Optional<String> owner(Path database) {
        Optional<Sidecar> sidecar = Optional.ofNullable(SIDECARS.get(fileFor(database)));
        if (sidecar.isEmpty()) {
            return Optional.empty();
        }
        try {
            ByteBuffer bytes = ByteBuffer.allocate(LONGEST_OWNER);
            sidecar.get().channel().read(bytes, 0);
            String line = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
            return Optional.of(line).filter(SidecarLock::isAlive);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        if (lock.isPresent() && lock.get().isValid()) {
            if (access == Access.WRITE) {
                channel.orElseThrow().truncate(0);
            }
            lock.get().release();
        }
    }

    private void sign(String holder) throws IOException {
        if (access == Access.WRITE) {
            String line = "process " + ProcessHandle.current().pid() + " (" + holder + ")\n";
            channel.orElseThrow().truncate(0);
            channel.orElseThrow().write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    /** A killed process leaves its line behind; its lock is gone with it. */
    private static boolean isAlive(String line) {
        String[] words = line.split(" ", 3);
        try {
            return words.length == 3
                    && ProcessHandle.of(Long.parseLong(words[1])).isPresent();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static Optional<SidecarLock> readerWithout(Access access, IOException refused) throws IOException {
        if (access == Access.WRITE) {
            throw refused;
        }
        return Optional.of(new SidecarLock(Optional.empty(), Optional.empty(), access));
    }

    private static Optional<FileLock> lockAll(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock(FIRST_SLOT, SLOTS, false));
        } catch (OverlappingFileLockException heldInThisJvm) {
            return Optional.empty();
        }
    }

    private static Optional<FileLock> lockOne(FileChannel channel) throws IOException {
        for (int slot = 0; slot < SLOTS; slot++) {
            try {
                return Optional.ofNullable(channel.tryLock(FIRST_SLOT + slot, 1, true));
            } catch (OverlappingFileLockException heldInThisJvm) {
                // by another reader, or all of them by a writer
            }
        }
        return Optional.empty();
    }

    private static Sidecar sidecar(Path file) throws IOException {
        synchronized (SIDECARS) {
            Optional<Sidecar> known = Optional.ofNullable(SIDECARS.get(file));
            if (known.isPresent()
                    && known.get().channel().isOpen()
                    && known.get().key().equals(key(file))) {
                return known.get();
            }
            Sidecar opened = new Sidecar(open(file), key(file));
            SIDECARS.put(file, opened);
            return opened;
        }
    }

    private static FileChannel open(Path file) throws IOException {
        OpenOption[] options = {StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE};
        return FileChannel.open(file, options);
    }

    private static Optional<Object> key(Path file) throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.of("missing");
        }
    }
}
