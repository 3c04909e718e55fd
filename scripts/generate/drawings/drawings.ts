/** The three ways through the code that everyone who works on it should know. */

/** Where a step runs. */
export type Lane = 'browser' | 'server' | 'database'

export interface DrawnStep {
  lane: Lane
  /** `file#name` of a function, a method or a handler. */
  at: string
  /** In a few words, what it does on this way. */
  does: string
  /** Name of the step that calls it; default the one before. */
  from?: string
  /** What the caller's code says where it is not the name: a method, or the call over HTTP. */
  by?: string
}

export interface Drawing {
  /** Name of the file. */
  name: string
  title: string
  steps: readonly DrawnStep[]
}

export const DRAWINGS: readonly Drawing[] = [
  {
    name: 'request',
    title: 'A request: from the browser to a row and back',
    steps: [
      { lane: 'browser', at: 'runtime/client/http.ts#request', does: 'a call by its id, with its input' },
      { lane: 'browser', at: 'runtime/client/http.ts#attempt', does: 'method, path and token of the call', from: 'send' },
      { lane: 'server', at: 'runtime/server/calls/createCalls.ts#answer', does: 'takes every address', from: 'registerRoutes' },
      { lane: 'server', at: 'runtime/server/calls/createCalls.ts#findCall', does: 'method and path choose the call' },
      {
        lane: 'server',
        at: 'runtime/server/calls/createCallLanes.ts#createCallLanes',
        does: 'costly calls wait in a lane of their own',
        from: 'registerRoutes',
      },
      { lane: 'server', at: 'runtime/server/calls/createCalls.ts#answerCall', does: 'one call of one person', from: 'answer' },
      { lane: 'server', at: 'runtime/server/calls/createCalls.ts#sessionOf', does: 'the token gives the session' },
      {
        lane: 'server',
        at: 'runtime/server/calls/accessRule.ts#accessRule',
        does: 'access: refused, or on which objects',
        from: 'answerCall',
        by: 'call.access.assert',
      },
      {
        lane: 'server',
        at: 'runtime/server/calls/readRequest.ts#readRequest',
        does: 'path, query and body become the input',
        from: 'answerCall',
      },
      {
        lane: 'server',
        at: 'runtime/server/calls/compileCalls.ts#perform',
        does: 'limits, then the input by its schema',
        from: 'answerCall',
      },
      {
        lane: 'server',
        at: 'runtime/server/calls/transaction.ts#inTransaction',
        does: 'a write: BEGIN, again after a conflict',
        from: 'perform',
      },
      {
        lane: 'server',
        at: 'runtime/server/calls/operations/create.ts#compileCreate',
        does: 'the operation of the document',
        from: 'compileKind',
      },
      { lane: 'database', at: 'runtime/server/rows/writeText.ts#writeText', does: 'one statement: row, log entry, answer' },
      {
        lane: 'server',
        at: 'runtime/server/calls/idempotency.ts#keepReply',
        does: 'the reply of an Idempotency-Key, then COMMIT',
        from: 'write',
      },
      { lane: 'browser', at: 'runtime/client/http.ts#envelopeData', does: 'the data, or an error with its words', from: 'request' },
    ],
  },
  {
    name: 'page',
    title: 'A page: from documents to the screen',
    steps: [
      {
        lane: 'server',
        at: 'runtime/core/documents/buildPlatform.ts#buildPlatform',
        does: 'files and stored documents: read, link, freeze',
      },
      { lane: 'server', at: 'runtime/core/documents/readDocuments.ts#readDocuments', does: 'short forms spelled out, defaults filled' },
      {
        lane: 'server',
        at: 'runtime/core/documents/linkDocuments.ts#linkDocuments',
        does: 'every name and expression is checked',
        from: 'buildPlatform',
      },
      { lane: 'browser', at: 'renderer/PageView.tsx#PageView', does: 'the route chooses the page', from: 'Shown' },
      { lane: 'browser', at: 'renderer/usePageBundle.ts#usePageBundle', does: 'asks for the page and all it names' },
      {
        lane: 'server',
        at: 'runtime/server/handlers/page.handler.ts#platform.page',
        does: 'answers the bundle',
        from: 'fetchPage',
        by: 'platform.page',
      },
      { lane: 'server', at: 'runtime/server/screens/describePage.ts#describePage', does: 'may this person open it?' },
      {
        lane: 'server',
        at: 'runtime/core/documents/expandFragments.ts#expandFragments',
        does: 'fragments in their places',
        from: 'makePage',
      },
      { lane: 'server', at: 'runtime/server/screens/prune.ts#prune', does: 'without what the person may not use', from: 'makePage' },
      { lane: 'server', at: 'runtime/server/screens/collect.ts#collect', does: 'tables, forms, actions, enums, calls', from: 'makePage' },
      { lane: 'browser', at: 'runtime/client/library.ts#addBundle', does: 'documents of the page, by id', from: 'fetchPage' },
      { lane: 'browser', at: 'renderer/useOwnScreen.ts#useOwnScreen', does: 'state and sources of the page', from: 'PageScreen' },
      { lane: 'browser', at: 'runtime/client/sources.ts#fetchData', does: 'each source asks its call: a request', from: 'createSources' },
      { lane: 'browser', at: 'renderer/NodeList.tsx#NodeView', does: 'condition, boundary, the component of the node', from: 'NodeList' },
    ],
  },
  {
    name: 'write',
    title: 'A write: from a button to the log and to other screens',
    steps: [
      { lane: 'browser', at: 'runtime/client/actions.ts#runAction', does: 'a button: confirm, dialog, then the steps' },
      { lane: 'browser', at: 'runtime/client/actions.ts#runCall', does: 'the step with the call', from: 'runStep' },
      {
        lane: 'server',
        at: 'runtime/server/calls/transaction.ts#inTransaction',
        does: 'one transaction (see: a request)',
        from: 'perform',
      },
      {
        lane: 'server',
        at: 'runtime/server/calls/createContext.ts#createContext',
        does: 'the operation, or a handler with its doors',
        from: 'compileHandler',
      },
      {
        lane: 'server',
        at: 'runtime/server/rows/createRows.ts#createRows',
        does: 'context.rows, the one way of a write',
        from: 'createContext',
      },
      { lane: 'server', at: 'runtime/server/rows/createRows.ts#byRules', does: 'beforeSave and the other rules of the entity' },
      { lane: 'server', at: 'runtime/server/rows/rowStatements.ts#updateStatement', does: 'the change as SQL', from: 'rowWrites' },
      {
        lane: 'database',
        at: 'runtime/server/rows/writeText.ts#writeText',
        does: 'locks, reads what was, writes, adds the log entry',
        from: 'updateStatement',
      },
      { lane: 'server', at: 'runtime/server/calls/tellWritten.ts#tellWritten', does: 'onWrite of the entities written', from: 'write' },
      {
        lane: 'database',
        at: 'runtime/server/calls/transaction.ts#commit',
        does: 'waiting statements and COMMIT leave together',
        from: 'attemptOnce',
      },
      { lane: 'server', at: 'runtime/server/log/sealLog.ts#sealLog', does: 'soon after: entries into the hash chain', from: 'startSealer' },
      { lane: 'browser', at: 'runtime/client/sources.ts#followLive', does: 'live sources of others ask again', from: 'createSources' },
    ],
  },
]
