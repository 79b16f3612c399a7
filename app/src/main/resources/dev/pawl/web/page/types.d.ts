// The part of the wire that the page reads (Codex app-server protocol 2, and Pawl's own methods).

export interface Phrase { key: string; args: string[]; text?: string }

export interface Status {
  threadId: string;
  seq: number;
  level: number;
  status: string;
  header: Phrase | string;
  details: Phrase | string;
  since: number;
  lastEventAt: number;
  workedMs: number;
  interruptible: boolean;
  attention: { approvals: number; inputs: number };
  presence: Phrase | null;
  unread: boolean;
  pinned?: boolean;
  waits: { why: string; call: string; detail: string; since: number; until: number | null; attempt?: number; attempts?: number }[];
  receivedAt: number;
}

export interface Thread {
  id: string;
  name: string | null;
  preview: string;
  cwd: string;
  model?: string | null;
  modelProvider: string;
  createdAt: number;
  updatedAt: number;
  recencyAt?: number | null;
  status?: { type: string; activeFlags?: string[] };
  parentThreadId?: string | null;
  forkedFromId?: string | null;
  agentNickname?: string | null;
  agentRole?: string | null;
  gitInfo?: { branch?: string | null } | null;
  archived?: boolean;
  turns: unknown[];
}

export interface Ask {
  id: string;
  requestId?: string | number;
  threadId: string;
  turnId: string;
  itemId: string;
  method: string;
  params: any;
  changes?: any[];
  askedAt: number;
  expiresAt: number | null;
  /** Whether the server asked this connection: then the reply goes there. */
  requested: boolean;
  state: 'open' | 'sent';
  decision?: any;
}

export interface Queued { id: string; input: any[] }
