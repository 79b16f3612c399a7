package dev.pawl.config.command;

/// One setting as `config show` prints it: secrets are masked already.
///
/// @param value  the value as TOML
/// @param json   the value as JSON
/// @param origin the layer it comes from
public record SettingLine(String key, String value, String json, String origin) {}
