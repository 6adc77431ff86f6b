/** A stream of events that are there already, handed out one by one as they are asked for. */
export function streamOf<Event>(events: readonly Event[]): ReadableStream<Event> {
  let next = 0;
  return new ReadableStream<Event>({
    pull(controller) {
      const event = events[next++];
      if (event === undefined) controller.close();
      else controller.enqueue(event);
    },
  });
}
