/** What the colours of the table mean, in the words of the status vocabulary. */
export function Legend() {
  return (
    <div class="legend">
      <span class="k">
        <i class="sw h0" />
        .80 up
      </span>
      <span class="k">
        <i class="sw h1" />
        .60
      </span>
      <span class="k">
        <i class="sw h2" />
        .40
      </span>
      <span class="k">
        <i class="sw h3" />
        .20
      </span>
      <span class="k">
        <i class="sw h4" />
        below
      </span>
      <span class="k">
        <i class="sw few" />
        fewer than 5 seen: no colour
      </span>
      <span class="k">
        <i class="sw hatch few" />
        undefined: the cell says why
      </span>
      <span class="k end">
        <i class="ringdot" />
        below the bar
      </span>
    </div>
  )
}
