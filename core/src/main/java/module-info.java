/// The pure part of Pawl: state machines, folds, judgement and ports. Needs only `java.base`.
module dev.pawl.core {
    requires static org.jspecify;

    exports dev.pawl.id;
    exports dev.pawl.agent;
    exports dev.pawl.card;
    exports dev.pawl.command;
    exports dev.pawl.event;
    exports dev.pawl.kernel;
    exports dev.pawl.kernel.books;
    exports dev.pawl.kernel.primitive;
    exports dev.pawl.kernel.receipt;
    exports dev.pawl.shell;
    exports dev.pawl.status;
    exports dev.pawl.thread;
}
