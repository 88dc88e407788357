import './prose.css'

/** A text that people wrote: HTML that the server has cleaned before it stored it. */
export const Prose = ({ html }: { html: string }) => (
  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
)
