/// The pure part of Pawl: state machines, folds, judgement and ports. Needs only `java.base`.
module dev.pawl.core {
    requires static org.jspecify;

    exports dev.pawl.id;
    exports dev.pawl.agent;
    exports dev.pawl.agent.approval;
    exports dev.pawl.card;
    exports dev.pawl.command;
    exports dev.pawl.event;
    exports dev.pawl.kernel;
    exports dev.pawl.kernel.rows;
    exports dev.pawl.kernel.primitive;
    exports dev.pawl.kernel.receipt;
    exports dev.pawl.shell;
    exports dev.pawl.status;
    exports dev.pawl.thread;
    exports dev.pawl.view;
    exports dev.pawl.workflow;
    exports dev.pawl.workflow.check;
    exports dev.pawl.workflow.plan;
}
