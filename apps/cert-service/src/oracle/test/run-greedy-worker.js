// Takes ever more memory outside of V8's heap, as columns do, until it gets no more.
process.once('message', () => {
  const taken = [];
  try {
    for (;;) taken.push(new Float64Array(8 * 1024 * 1024).fill(taken.length));
  } catch (error) {
    process.send({ error: error.message });
  }
});
