import { useEffect, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { FilePreview } from '#ui/file/FilePreview.tsx'
import { Tag } from '#ui/Tag.tsx'
import '#ui/facts.css'
import { CaseActForm } from './CaseActForm.tsx'
import { type ActWords, caseCall, type LinkedCase } from './caseLinkCalls.ts'

type Props = {
  ticket: string
  words: ActWords
  onWords: (words: ActWords) => void
  /** The quarter of an hour is over: the code is asked for again. */
  lock: (said: string) => void
  /** The case has gone on, or the right to it is gone. */
  end: (said: string) => void
  done: (said: string) => void
}

/** What the decision needs, and what can be done, for one thumb: facts, files, then the acts. */
export function LinkedCasePage({ ticket, words, onWords, lock, end, done }: Props) {
  const [of, setOf] = useState<LinkedCase>()
  const [reads, setReads] = useState(0)
  const [code, setCode] = useState<string>()
  const [problem, setProblem] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a change
  useEffect(() => {
    let current = true
    caseCall('GET /caseLink/case', ticket, {}).then(
      found => {
        if (!current) return
        setOf(found)
        setProblem('')
      },
      error => {
        const { code, message } = toRefusal(error)
        if (code === 404) lock(message)
        else if (code === 403 || code === 409) end(message)
        else setProblem(message)
      },
    )
    return () => {
      current = false
    }
  }, [ticket, reads, lock, end])
  const again = () => setReads(reads + 1)
  const chosen = of?.acts.find(act => act.code === code)
  if (!of)
    return (
      <section className="case-link-card">
        <h1>办理工作</h1>
        {problem ? (
          <>
            <p role="alert">{problem}</p>
            <button type="button" className="button" onClick={again}>
              重试
            </button>
          </>
        ) : (
          <p role="status">正在打开…</p>
        )}
      </section>
    )
  return (
    <>
      <section className="case-link-card">
        <p className="case-link-kind">
          {of.kindName} <Tag tone="warn">{of.stateName}</Tag>
        </p>
        <h1>{of.title}</h1>
        <CaseFacts facts={of.facts} />
      </section>
      {of.sections.map(section => (
        <CaseSection key={section.title} of={section} />
      ))}
      {of.files.length > 0 && <CaseFiles files={of.files} ticket={ticket} />}
      <section className="case-link-card case-link-acts" aria-label="办理">
        {of.hindrance && <p role="status">{of.hindrance}</p>}
        {chosen ? (
          <CaseActForm
            key={chosen.code}
            act={chosen}
            seen={of.seen}
            ticket={ticket}
            words={words}
            onWords={onWords}
            close={() => setCode(undefined)}
            changed={again}
            lock={lock}
            done={done}
          />
        ) : (
          of.acts.map(act => (
            <button
              key={act.code}
              type="button"
              className={act.tone === 'main' ? 'button primary' : 'button'}
              data-tone={act.tone}
              onClick={() => setCode(act.code)}
            >
              {act.name}
            </button>
          ))
        )}
        <p className="case-link-note">
          {of.name}，{minute(of.until).slice(11)} 前有效。
        </p>
      </section>
    </>
  )
}

type Fact = LinkedCase['facts'][number]

/** Several facts may have the same name: two changes of one field, two steps of one day. */
const CaseFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ label, text, isBad }, i) => (
      <div key={i}>
        <dt>{label}</dt>
        <dd>{isBad ? <Tag tone="bad">{text}</Tag> : text}</dd>
      </div>
    ))}
  </dl>
)

const CaseSection = ({ of: { title, isOpen, facts } }: { of: LinkedCase['sections'][number] }) =>
  facts.length === 0 ? null : isOpen ? (
    <section className="case-link-card">
      <h2>{title}</h2>
      <CaseFacts facts={facts} />
    </section>
  ) : (
    <details className="case-link-card">
      <summary>
        <h2>{title}</h2>
      </summary>
      <CaseFacts facts={facts} />
    </details>
  )

function CaseFiles({ files, ticket }: { files: LinkedCase['files']; ticket: string }) {
  const [shown, setShown] = useState<LinkedCase['files'][number]>()
  const source = shown && { key: 'GET /caseLink/file' as const, input: { id: shown.id }, headers: { ticket } }
  return (
    <section className="case-link-card">
      <h2>材料</h2>
      <ul role="list" className="case-link-files">
        {files.map(file => (
          <li key={file.id}>
            <button type="button" onClick={() => setShown(file)}>
              <b>{file.of}</b>
              {file.name}
              <span>{fileSize(file.size)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <FilePreview
          key={shown.id}
          file={{ id: shown.id, name: shown.name, ...(source && { source }) }}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  )
}
