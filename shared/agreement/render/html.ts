/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A table; a column called Reason is set as text. */
export function htmlTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNote = (column: number) => header[column] === 'Reason'
  const cell = (text: string, column: number) => `<td${isNote(column) ? ' class="note"' : ''}>${escapeHtml(text)}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return `<table><thead><tr>${header.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table>`
}
