package dev.pawl.tui.markdown;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What the highlighter knows of a language.
///
/// @param comments   what begins a comment up to the end of its line
/// @param blockBegin what begins a comment of many lines, empty for none
/// @param quotes     characters around a text of one line
/// @param longQuotes what begins and ends a text of many lines
/// @param hasTypes   whether a word that begins with a capital names a type
record Language(
        Set<String> keywords,
        List<String> comments,
        String blockBegin,
        String blockEnd,
        String quotes,
        List<String> longQuotes,
        boolean hasTypes) {
    private static final Language PLAIN = new Language(Set.of(), List.of(), "", "", "", List.of(), false);
    private static final String C_WORDS =
            "break case char const continue default do double else enum extern float for goto if inline int long "
                    + "register return short signed sizeof static struct switch typedef union unsigned void volatile "
                    + "while bool true false NULL auto class namespace new delete private protected public template "
                    + "this throw try catch using virtual override constexpr nullptr operator friend include define";
    private static final String JAVA_WORDS =
            "abstract assert boolean break byte case catch char class const continue default do double else enum "
                    + "extends final finally float for goto if implements import instanceof int interface long native "
                    + "new package private protected public return short static strictfp super switch synchronized "
                    + "this throw throws transient try void volatile while true false null var record sealed permits "
                    + "non-sealed yield when fun val object companion data override suspend internal open lateinit is "
                    + "as in by def trait match with given string foreach namespace using async await readonly";
    private static final String SCRIPT_WORDS =
            "async await break case catch class const continue debugger default delete do else enum export extends "
                    + "false finally for from function if implements import in instanceof interface let new null of "
                    + "package private protected public return static super switch this throw true try type typeof "
                    + "undefined var void while with yield as readonly declare namespace keyof infer satisfies";
    private static final String PYTHON_WORDS =
            "False None True and as assert async await break class continue def del elif else except finally for "
                    + "from global if import in is lambda match case nonlocal not or pass raise return try while with "
                    + "yield self";
    private static final String GO_WORDS =
            "break case chan const continue default defer else fallthrough for func go goto if import interface map "
                    + "package range return select struct switch type var true false nil iota string int int64 error "
                    + "bool byte rune any";
    private static final String RUST_WORDS =
            "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match "
                    + "mod move mut pub ref return self Self static struct super trait true type unsafe use where "
                    + "while u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool char str swift func guard init "
                    + "protocol extension var nil";
    private static final String SHELL_WORDS =
            "if then else elif fi for in do done while until case esac function return exit export local readonly "
                    + "set unset shift trap source echo cd test exec eval true false";
    private static final String SQL_WORDS =
            "select from where and or not in is null insert into values update set delete create table index view "
                    + "alter drop primary key foreign references join left right inner outer full on group by order "
                    + "having limit offset as distinct union all case when then else end begin commit rollback with "
                    + "returning default check unique constraint exists between like asc desc if integer text";
    private static final String RUBY_WORDS =
            "BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in module "
                    + "next nil not or redo rescue retry return self super then true undef unless until when while "
                    + "yield require attr_accessor puts function local repeat";

    static Language named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "java", "kt", "kotlin", "scala", "groovy", "gradle", "cs", "csharp", "c#", "dart", "php" ->
                braces(JAVA_WORDS, "\"'", List.of("\"\"\""));
            case "js", "javascript", "jsx", "mjs", "cjs", "ts", "typescript", "tsx" ->
                braces(SCRIPT_WORDS, "\"'", List.of("`"));
            case "c", "h", "cpp", "c++", "cc", "hpp", "cxx", "objc", "m" -> braces(C_WORDS, "\"'", List.of());
            case "go", "golang" -> braces(GO_WORDS, "\"'", List.of("`"));
            case "rs", "rust", "swift" -> braces(RUST_WORDS, "\"", List.of());
            case "py", "python", "pyi" -> hashed(PYTHON_WORDS, List.of("\"\"\"", "'''"), true);
            case "sh", "bash", "zsh", "shell", "console", "fish", "dockerfile", "makefile", "make" ->
                hashed(SHELL_WORDS, List.of(), false);
            case "rb", "ruby", "lua", "ex", "exs", "elixir" -> hashed(RUBY_WORDS, List.of(), true);
            case "yaml", "yml", "toml", "ini", "conf", "properties", "json", "jsonc", "json5" ->
                hashed("true false null yes no on off", List.of(), false);
            case "sql", "psql", "sqlite", "plsql" ->
                new Language(words(SQL_WORDS), List.of("--"), "/*", "*/", "'", List.of(), false);
            case "html", "xml", "svg", "vue", "xhtml" ->
                new Language(Set.of(), List.of(), "<!--", "-->", "\"'", List.of(), false);
            case "css", "scss", "less" ->
                new Language(
                        words("important media import from to and not"),
                        List.of(),
                        "/*",
                        "*/",
                        "\"'",
                        List.of(),
                        false);
            default -> PLAIN;
        };
    }

    private static Language braces(String words, String quotes, List<String> longQuotes) {
        return new Language(words(words), List.of("//"), "/*", "*/", quotes, longQuotes, true);
    }

    private static Language hashed(String words, List<String> longQuotes, boolean types) {
        return new Language(words(words), List.of("#"), "", "", "\"'", longQuotes, types);
    }

    private static Set<String> words(String words) {
        return Set.of(words.split(" ", -1));
    }

    @SuppressWarnings("ReferenceEquality") // there is one plain language
    boolean isPlain() {
        return this == PLAIN;
    }

    boolean isKeyword(String word) {
        return keywords.contains(word) || (comments.contains("--") && keywords.contains(word.toLowerCase(Locale.ROOT)));
    }
}
