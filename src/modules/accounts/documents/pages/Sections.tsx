import type { Section } from '../documentText.ts'

type Props = { of: readonly Section[]; level?: 2 | 4 }

/** The text of a document, part by part. */
export function Sections({ of, level = 2 }: Props) {
  const Heading = `h${level}` as const
  return of.map(({ title, paragraphs }, i) => (
    <section key={i}>
      {title && <Heading>{title}</Heading>}
      {paragraphs.map((text, at) => (
        <p key={at}>{text}</p>
      ))}
    </section>
  ))
}
