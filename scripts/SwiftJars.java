import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/// Makes a build's jars quick to start from.
///
/// Our own become one, not packed, with a switch over types and a record's equals and hashCode
/// written out as plain code: javac leaves them to be made at the first call, by spinning bytecode
/// that no start-up cache keeps (JDK 25 keeps lambdas and string concatenation only), and a turn
/// passes some forty of them. Their resources are unpacked. SQLite's driver loses what it does in
/// vain. Sources and tests stay as they are; the checks that drive ./pawl run this form.
///
/// java SwiftJars.java FOLDER: FOLDER/pawl.jar and FOLDER/lib/*.jar.
final class SwiftJars {
    private static final MethodTypeDesc EQUALS = MethodTypeDesc.of(CD_boolean, CD_Object);

    private final ClassFile file;

    private SwiftJars(ClassLoader library) {
        var resolver = ClassHierarchyResolver.ofClassLoading(library);
        this.file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
    }

    public static void main(String[] words) throws IOException {
        var folder = Path.of(words[0]);
        var jars = new ArrayList<Path>();
        jars.add(folder.resolve("pawl.jar"));
        try (var library = Files.newDirectoryStream(folder.resolve("lib"), "*.jar")) {
            library.forEach(jars::add);
        }
        var urls = new URL[jars.size()];
        for (var i = 0; i < urls.length; i++) urls[i] = jars.get(i).toUri().toURL();
        try (var library = new URLClassLoader(urls)) {
            var swift = new SwiftJars(library);
            swift.gather(jars.stream().filter(jar -> name(jar).startsWith("pawl")).toList());
            for (var jar : jars) {
                if (name(jar).startsWith("sqlite-jdbc")) swift.rewrite(jar);
            }
        }
    }

    private static String name(Path jar) {
        return jar.getFileName().toString();
    }

    /// All of ours in the first jar, where a resource is found without opening the others.
    private void gather(List<Path> jars) throws IOException {
        var whole = jars.getFirst();
        var next = whole.resolveSibling(name(whole) + ".new");
        var seen = new HashSet<String>();
        try (var to = new JarOutputStream(Files.newOutputStream(next))) {
            for (var jar : jars) {
                copy(jar, to, entry -> seen.add(entry.getName()), this::plain);
            }
        }
        unpack(next, whole.resolveSibling("resources"));
        Files.move(next, whole, StandardCopyOption.REPLACE_EXISTING);
        for (var jar : jars.subList(1, jars.size())) Files.delete(jar);
    }

    /// What the program reads by name, as files.
    private static void unpack(Path jar, Path folder) throws IOException {
        try (var from = new JarFile(jar.toFile())) {
            for (var entry : (Iterable<JarEntry>) from.stream()::iterator) {
                var name = entry.getName();
                if (entry.isDirectory() || name.endsWith(".class") || name.startsWith("META-INF/")) continue;
                var file = folder.resolve(name);
                Files.createDirectories(file.getParent());
                Files.copy(from.getInputStream(entry), file);
            }
        }
    }

    private void rewrite(Path jar) throws IOException {
        var next = jar.resolveSibling(name(jar) + ".new");
        try (var to = new JarOutputStream(Files.newOutputStream(next))) {
            copy(jar, to, _ -> true, this::withoutIdleWork);
        }
        Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Stored, not packed: reading a resource need not unpack it.
    private static void copy(Path jar, JarOutputStream to, Predicate<JarEntry> wanted, UnaryOperator<byte[]> change)
            throws IOException {
        try (var from = new JarFile(jar.toFile())) {
            for (var entry : (Iterable<JarEntry>) from.stream()::iterator) {
                if (!wanted.test(entry)) continue;
                var bytes = from.getInputStream(entry).readAllBytes();
                if (entry.getName().endsWith(".class")) bytes = change.apply(bytes);
                else if (entry.getName().equals(JarFile.MANIFEST_NAME)) bytes = withoutOurs(bytes);
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
    }

    /// The manifest's class path, without the jars that became one with it.
    private static byte[] withoutOurs(byte[] bytes) throws IOException {
        var manifest = new Manifest(new ByteArrayInputStream(bytes));
        manifest.getMainAttributes()
                .computeIfPresent(
                        Attributes.Name.CLASS_PATH, (_, path) -> ((String) path).replaceAll("lib/pawl-\\S+ ?", ""));
        var written = new ByteArrayOutputStream();
        manifest.write(written);
        return written.toByteArray();
    }

    /// When it opens its first file the driver makes a format for dates, which reads the calendars
    /// of all countries, and looks for libraries it unpacked earlier, which opens its own jar of
    /// 20 MB. Our columns have no dates, and the launcher names the library.
    private byte[] withoutIdleWork(byte[] bytes) {
        var model = file.parse(bytes);
        return switch (model.thisClass().asInternalName()) {
            case "org/sqlite/SQLiteConnectionConfig" -> without(model, "org/sqlite/date/FastDateFormat", "getInstance");
            case "org/sqlite/SQLiteJDBCLoader" -> without(model, "org/sqlite/SQLiteJDBCLoader", "cleanup");
            default -> bytes;
        };
    }

    /// The class without its calls of a static method of one argument and an answer, or of neither.
    private byte[] without(ClassModel model, String owner, String name) {
        return file.transformClass(model, ClassTransform.transformingMethodBodies((code, instruction) -> {
            if (instruction instanceof InvokeInstruction call
                    && call.owner().asInternalName().equals(owner)
                    && call.name().equalsString(name)) {
                if (call.typeSymbol().parameterCount() == 1) code.pop().aconst_null();
            } else code.with(instruction);
        }));
    }

    private byte[] plain(byte[] bytes) {
        var model = file.parse(bytes);
        var switches = new ArrayList<TypeSwitch>();
        var isInterface = model.flags().has(AccessFlag.INTERFACE);
        var touched = new boolean[1];
        ClassTransform transform = (builder, element) -> {
            if (!(element instanceof MethodModel method) || method.code().isEmpty()) {
                builder.with(element);
                return;
            }
            builder.transformMethod(method, (methods, part) -> {
                if (!(part instanceof java.lang.classfile.CodeModel code)) {
                    methods.with(part);
                    return;
                }
                methods.transformCode(code, (codes, instruction) -> {
                    if (instruction instanceof InvokeDynamicInstruction call && replaced(model, codes, call, switches, isInterface)) {
                        touched[0] = true;
                    } else codes.with(instruction);
                });
            });
        };
        var all = transform.andThen(ClassTransform.endHandler(builder -> {
            for (var found : switches) {
                builder.withMethodBody(
                        found.name,
                        found.type,
                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                        found::write);
            }
        }));
        var result = file.transformClass(model, all);
        return touched[0] ? result : bytes;
    }

    private static boolean replaced(
            ClassModel model, CodeBuilder code, InvokeDynamicInstruction call, List<TypeSwitch> switches, boolean isInterface) {
        var method = call.bootstrapMethod();
        var owner = method.owner().displayName();
        if (owner.equals("SwitchBootstraps") && method.methodName().equals("typeSwitch")) {
            var labels = new ArrayList<ConstantDesc>();
            for (var argument : call.bootstrapArgs()) {
                var known = argument instanceof ClassDesc label && !label.isPrimitive() || argument instanceof String;
                if (!known) return false;
                labels.add(argument);
            }
            var found = new TypeSwitch("switch$" + switches.size(), call.typeSymbol(), labels);
            switches.add(found);
            code.invokestatic(model.thisClass().asSymbol(), found.name, found.type, isInterface);
            return true;
        }
        if (owner.equals("ObjectMethods")) {
            var fields = fields(model);
            return switch (call.name().stringValue()) {
                case "hashCode" -> {
                    hashCode(model, code, fields);
                    yield true;
                }
                case "equals" -> {
                    equals(model, code, fields);
                    yield true;
                }
                default -> false;
            };
        }
        return false;
    }

    /// In the order the record declares them.
    private static List<Field> fields(ClassModel model) {
        return model.findAttribute(java.lang.classfile.Attributes.record()).orElseThrow().components().stream()
                .map(part -> new Field(part.name().stringValue(), part.descriptorSymbol()))
                .toList();
    }

    private record Field(String name, ClassDesc type) {
        boolean isPrimitive() {
            return type.isPrimitive();
        }

        ClassDesc wrapper() {
            return switch (TypeKind.from(type)) {
                case BOOLEAN -> ClassDesc.of("java.lang.Boolean");
                case BYTE -> ClassDesc.of("java.lang.Byte");
                case CHAR -> ClassDesc.of("java.lang.Character");
                case SHORT -> ClassDesc.of("java.lang.Short");
                case INT -> ClassDesc.of("java.lang.Integer");
                case LONG -> ClassDesc.of("java.lang.Long");
                case FLOAT -> ClassDesc.of("java.lang.Float");
                case DOUBLE -> ClassDesc.of("java.lang.Double");
                case REFERENCE, VOID -> throw new IllegalStateException(name);
            };
        }
    }

    /// The record is on the stack; its hash takes its place, as the language's own does it.
    private static void hashCode(ClassModel model, CodeBuilder code, List<Field> fields) {
        var self = model.thisClass().asSymbol();
        var slot = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(slot).iconst_0();
        for (var field : fields) {
            code.bipush(31).imul().aload(slot).getfield(self, field.name, field.type);
            if (field.isPrimitive()) {
                code.invokestatic(field.wrapper(), "hashCode", MethodTypeDesc.of(CD_int, field.type));
            } else {
                code.invokestatic(ClassDesc.of("java.util.Objects"), "hashCode", MethodTypeDesc.of(CD_int, CD_Object));
            }
            code.iadd();
        }
    }

    /// The record and the other object are on the stack; whether they are equal takes their place.
    private static void equals(ClassModel model, CodeBuilder code, List<Field> fields) {
        var self = model.thisClass().asSymbol();
        var other = code.allocateLocal(TypeKind.REFERENCE);
        var mine = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(other).astore(mine);
        var no = code.newLabel();
        var done = code.newLabel();
        code.aload(other).instanceOf(self).ifeq(no);
        for (var field : fields) {
            code.aload(mine).getfield(self, field.name, field.type);
            code.aload(other).checkcast(self).getfield(self, field.name, field.type);
            if (field.isPrimitive()) {
                code.invokestatic(field.wrapper(), "compare", MethodTypeDesc.of(CD_int, field.type, field.type))
                        .ifne(no);
            } else {
                code.invokestatic(
                                ClassDesc.of("java.util.Objects"),
                                "equals",
                                MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
                        .ifeq(no);
            }
        }
        code.iconst_1().goto_(done).labelBinding(no).iconst_0().labelBinding(done);
    }

    /// `int switch(T value, int restart)`: the first label from `restart` on that the value is of,
    /// or equal to when the label is a text; -1 for null, their number for none.
    private record TypeSwitch(String name, MethodTypeDesc type, List<ConstantDesc> labels) {
        void write(CodeBuilder code) {
            var next = code.newLabel();
            code.aload(0).ifnonnull(next).iconst_m1().ireturn().labelBinding(next);
            for (var i = 0; i < labels.size(); i++) {
                var skip = code.newLabel();
                code.iload(1).loadConstant(i).if_icmpgt(skip);
                if (labels.get(i) instanceof ClassDesc label) code.aload(0).instanceOf(label);
                else code.loadConstant(labels.get(i)).aload(0).invokevirtual(CD_Object, "equals", EQUALS);
                code.ifeq(skip);
                code.loadConstant(i).ireturn().labelBinding(skip);
            }
            code.loadConstant(labels.size()).ireturn();
        }
    }
}
