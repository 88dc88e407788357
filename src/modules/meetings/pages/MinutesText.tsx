import type { MinutesContent } from '../minutesWords.ts'

const Written = ({ text }: { text: string }) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line, i) => <p key={`${i} ${line}`}>{line}</p>)

export const Facts = ({ facts }: { facts: readonly string[] }) => (
  <ul role="list" className="minutes-facts">
    {facts.map(fact => (
      <li key={fact}>{fact}</li>
    ))}
  </ul>
)

/** Minutes as they are read: the facts of the records, and below them what the secretary wrote. */
export const MinutesText = ({ content: { facts, opening, items, closing } }: { content: MinutesContent }) => (
  <div className="minutes-text">
    <Facts facts={facts} />
    <Written text={opening} />
    <ol>
      {items.map(({ itemId, title, facts, text }) => (
        <li key={itemId}>
          <h3>{title}</h3>
          <Facts facts={facts} />
          <Written text={text} />
        </li>
      ))}
    </ol>
    <Written text={closing} />
  </div>
)
