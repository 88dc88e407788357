import { TextComparison } from '#ui/table/TextComparison.tsx'
import { type ArticleValues, labels } from '../../articleValues.ts'
import { names, wordsFor } from './values.ts'

type Props = {
  before: ArticleValues
  after: ArticleValues
  /** Titles of the left and the right text. */
  titles: readonly [string, string]
  columns: ReadonlyMap<number, string>
}

/** Differences of two texts, side by side by field and paragraph. */
export function Comparison({ before, after, titles, columns }: Props) {
  const differing = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (differing.length === 0) return <p>两份内容完全相同。</p>
  return (
    <div className="comparison">
      {differing.map(name => (
        <section key={name} aria-label={labels[name]}>
          <h3>{labels[name]}</h3>
          <TextComparison
            before={wordsFor(name, before, columns)}
            after={wordsFor(name, after, columns)}
            titles={titles}
            same="文字相同，只是格式、链接或图片说明有变化。"
          />
        </section>
      ))}
    </div>
  )
}
