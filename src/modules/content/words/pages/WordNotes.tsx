import { Button } from 'antd'
import { Tag } from '#ui/Tag.tsx'
import { type FoundWord, wordKinds } from '../words.ts'
import './wordNotes.css'

type Props = {
  /** Label of the field. */
  label: string
  found: readonly FoundWord[]
  /** Shows where it stands. */
  show?: (found: FoundWord) => void
  /** Writes what the list says instead, everywhere in the field. */
  replace?: (found: FoundWord) => void
}

/** Below a field: each listed word that stands in it, what it is, and what to write instead. */
export function WordNotes({ label, found, show, replace }: Props) {
  if (found.length === 0) return null
  return (
    <ul className="word-notes" role="list" aria-label={`${label}中的敏感词和疑似遗留`}>
      {found.map(one => (
        <li key={`${one.kind} ${one.found}`}>
          <Tag tone={one.kind === 'forbidden' ? 'bad' : 'warn'}>{wordKinds[one.kind]}</Tag>
          <span>
            “{one.found}”{one.times > 1 && ` ${one.times} 处`}
            {one.why && `，${one.why}`}
            {one.instead && `，建议写“${one.instead}”`}
          </span>
          {show && (
            <Button size="small" onClick={() => show(one)}>
              找到<span className="hidden-text">“{one.found}”</span>
            </Button>
          )}
          {replace && one.instead && (
            <Button size="small" onClick={() => replace(one)}>
              改为建议
              <span className="hidden-text">
                ：“{one.found}”写作“{one.instead}”
              </span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
