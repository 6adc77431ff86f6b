// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAgentRun } from './useAgentRun.ts';

const run = '{"type":"run_started","runId":"r1"}\n{"type":"text","text":"Hi"}\n';
const end = '{"type":"run_finished","outcome":"completed"}\n';

afterEach(() => vi.unstubAllGlobals());

describe('useAgentRun', () => {
  it('posts the prompt, streams the answer into its store and says so', async () => {
    const fetched = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(run + end));
    vi.stubGlobal('fetch', fetched);
    const { result } = renderHook(
      () => useAgentRun({ format: 'runreel', url: '/api', init: (prompt) => ({ method: 'POST', body: prompt ?? '' }) }),
      { wrapper: StrictMode },
    );
    expect(result.current.status).toBe('idle');
    await act(() => result.current.start('Hello'));
    expect(fetched.mock.calls.map(([url, init]) => [url, init?.method, init?.body])).toEqual([
      ['/api', 'POST', 'Hello'],
    ]);
    expect(result.current.status).toBe('idle');
    expect(result.current.store.getThread().rounds.at(0)).toMatchObject({
      status: 'completed',
      user: { text: 'Hello' },
    });
  });

  it('never sends a POST twice by itself, and a GET with the last id', async () => {
    vi.useFakeTimers();
    const ids: [string, string | null][] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      ids.push([init.method ?? 'GET', new Headers(init.headers).get('Last-Event-ID')]);
      if (ids.length > 2) throw new TypeError('gone');
      return new Response(`id: 1\ndata: ${run.split('\n')[0]}\n\n`);
    });
    const post = renderHook(() => useAgentRun({ format: 'runreel', url: '/api', init: { method: 'POST' } }));
    await act(() => post.result.current.start());
    const get = renderHook(() => useAgentRun({ format: 'runreel', url: '/api', prompt: 'Hello' }));
    await act(async () => {
      const done = get.result.current.start();
      await vi.advanceTimersByTimeAsync(500);
      get.result.current.abort();
      await done;
    });
    vi.useRealTimers();
    expect(ids).toEqual([
      ['POST', null],
      ['GET', null],
      ['GET', '1'],
    ]);
  });

  it('leaves no stream running when it leaves the screen', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(run)),
      cancel: () => {
        cancelled = true;
      },
    });
    const { result, unmount } = renderHook(() => useAgentRun({ format: 'runreel', connect: () => body }));
    act(() => void result.current.start('Hello'));
    await waitFor(() => expect(result.current.status).toBe('streaming'));
    unmount();
    await waitFor(() => expect(cancelled).toBe(true));
    expect(result.current.store.getThread().rounds.at(0)?.status).toBe('aborted');
  });
});
