/// The pure part of Pawl: state machines, folds, judgement and ports. Needs only `java.base`.
module dev.pawl.core {
    requires static org.jspecify;

    exports dev.pawl.id;
}
