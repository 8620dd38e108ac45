/** How to read a gold line: which layer is reliability data, and which is the answer. */
export function Layers() {
  return (
    <section class="panel layers">
      <div class="ph">
        <h2>Two layers in every line</h2>
      </div>
      <div class="bd">
        <dl>
          <dt>
            <code>blind</code>
          </dt>
          <dd>
            The strict majority of present against absent among the votes as they stood before their authors could see a peer’s. Nothing
            that was said or settled later is in it, so agreement and a judge’s ceiling are computed from here.
          </dd>
          <dt>
            <code>value</code>
          </dt>
          <dd>
            The answer to calibrate against: the lead’s decision where there is one, else what the annotators agree on. <code>null</code>{' '}
            where no answer can be claimed.
          </dd>
        </dl>
        <h3>Never guessed</h3>
        <ul>
          <li>Every mode of the codebook is in every line. Where nobody saw a failure it says so: an explicit false.</li>
          <li>Unsure and n.a. vote for neither side; they stay in the list of votes.</li>
          <li>A segment that nobody submitted is “not assessed”, which is not the same as absent.</li>
          <li>Each decision names its reason, who took it, and whether a judge’s answer had been seen.</li>
        </ul>
        <h3>Draft</h3>
        <p>
          A draft carries <code>release: null</code> and no clock reading: two downloads of the same state are the same bytes.
        </p>
      </div>
    </section>
  )
}
