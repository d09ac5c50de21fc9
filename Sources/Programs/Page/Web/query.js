// The order and the tests of an album as one text, which addresses and requests carry.

const names = [
  "order", "text", "kind", "screenshots", "favourites", "rating", "year", "camera", "located",
  "damaged",
];

/**
 * The text of an order and tests, the same for the same ones; empty for the usual order and none.
 *
 * @param members pairs of a name and a value, or their text; others are left out
 */
export function queryOf(members) {
  const given = new URLSearchParams(members);
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) kept.set(name, value.slice(0, 200));
  }
  return kept.toString();
}

/** The query as further members of a request's address. */
export function further(query) {
  return query ? `&${query}` : "";
}
