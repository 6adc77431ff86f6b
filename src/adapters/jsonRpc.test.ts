import { describe, expect, test } from 'vitest';
import { createJsonRpcReader } from './jsonRpc.ts';

const reader = () => createJsonRpcReader((method) => method.startsWith('session/'));

describe('JSON-RPC between a client and an agent', () => {
  test('a response is matched to its request by the number, once', () => {
    const rpc = reader();
    rpc.read({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/repo' } }, 'client');
    const answer = { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } };
    expect(rpc.read(answer, 'agent')).toMatchObject({
      kind: 'response',
      from: 'agent',
      request: { method: 'session/new', params: { cwd: '/repo' } },
      result: { sessionId: 's' },
    });
    expect(rpc.read(answer, 'agent')).toMatchObject({ kind: 'response', request: undefined });
  });

  test('both sides number for themselves: the same number open on both is told apart', () => {
    const rpc = reader();
    rpc.read({ id: 1, method: 'session/prompt' }, 'client');
    rpc.read({ id: 1, method: 'ask' }, 'agent');
    expect(rpc.read({ id: 1, result: 'done' }, 'agent')).toMatchObject({ request: { method: 'session/prompt' } });
    expect(rpc.read({ id: 1, result: 'yes' }, 'client')).toMatchObject({ from: 'client', request: { method: 'ask' } });
  });

  test('one log for both directions: the side is told from the method, and a question is answered before its prompt', () => {
    const rpc = reader();
    expect(rpc.read({ id: 1, method: 'session/prompt' }, 'agent')).toMatchObject({ kind: 'request', from: 'client' });
    expect(rpc.read({ id: 1, method: 'ask' }, 'agent')).toMatchObject({ kind: 'request', from: 'agent' });
    expect(rpc.read({ id: 1, result: 'yes' }, 'agent')).toMatchObject({ from: 'client', request: { method: 'ask' } });
    expect(rpc.read({ id: 1, error: { code: -1 } }, 'agent')).toMatchObject({
      from: 'agent',
      request: { method: 'session/prompt' },
      result: undefined,
      error: { code: -1 },
    });
  });

  test('the lines of the agent alone: responses without a request', () => {
    expect(reader().read({ id: 3, result: {} }, 'agent')).toMatchObject({
      kind: 'response',
      id: 3,
      request: undefined,
    });
  });

  test('a number and its text are two requests; a call without a number is a notification', () => {
    const rpc = reader();
    rpc.read({ id: 1, method: 'session/a' }, 'client');
    rpc.read({ id: '1', method: 'session/b' }, 'client');
    expect(rpc.read({ id: '1', result: 0 }, 'agent')).toMatchObject({ request: { method: 'session/b' } });
    expect(rpc.read({ method: 'update', params: {} }, 'agent')).toMatchObject({ kind: 'notification', from: 'agent' });
  });

  test('names such as __proto__ are data, and what is no message is none', () => {
    const rpc = reader();
    rpc.read({ id: '__proto__', method: 'session/x' }, 'client');
    expect(rpc.read({ id: '__proto__', result: 1 }, 'agent')).toMatchObject({ request: { method: 'session/x' } });
    expect(rpc.read({ id: 1 }, 'agent')).toBeUndefined();
    expect(rpc.read({ method: 5 }, 'agent')).toBeUndefined();
  });
});
