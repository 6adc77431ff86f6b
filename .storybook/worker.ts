import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';

/**
 * Starts the service worker behind every story's requests. A call to /api that no story answers fails: without
 * the catch-all it would reach Vite, which answers anything with a page. These first handlers outlive a story's own.
 */
export async function startWorker() {
  const worker = setupWorker(
    http.all('/api/*', ({ request }) => {
      console.error(`No story answers ${request.method} ${request.url}.`);
      return HttpResponse.error();
    }),
  );
  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    // '/' in dev and in tests, './' in a static build: so it works under any path.
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
  });
  return worker;
}
