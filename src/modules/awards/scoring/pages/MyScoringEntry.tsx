import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict, useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { fileSize } from '#lib/size.ts'
import type { ScoredEntry, Scoring } from '#modules/awards/pages/ScoreTag.tsx'
import { FormAnswers } from '#modules/review/pages/FormAnswers.tsx'
import { FilePreview } from '#ui/file/FilePreview.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'
import { MyScoringSheet } from './MyScoringSheet.tsx'
import '#modules/review/pages/apply.css'

type Read = Output<ApiContract['GET /award/scoring/entry']>
type Parts = { of: Scoring; entry: ScoredEntry; changed: () => void }

export function MyScoringEntry({ of, entry, changed }: Parts) {
  const answer = useApi('GET /award/scoring/entry', { id: of.id, entryId: entry.entryId })
  const [leaving, leave] = useState(false)
  const mine = of.entries.filter(({ score }) => score)
  const at = mine.findIndex(({ entryId }) => entryId === entry.entryId)
  return (
    <>
      <nav className="scoring-turns" aria-label="由我评审的申报">
        <Link to={`/admin/user/scoring/${of.id}`}>返回列表</Link>
        <span>
          第 {at + 1} 项，共 {mine.length} 项
        </span>
        {mine[at - 1] && <Link to={`?entry=${mine[at - 1]!.entryId}`}>上一项</Link>}
        {mine[at + 1] && <Link to={`?entry=${mine[at + 1]!.entryId}`}>下一项</Link>}
        <a className="scoring-jump" href="#scoring-sheet">
          去评分
        </a>
      </nav>
      <States answer={answer} lines={12}>
        {read => (
          <div className="scoring-desk">
            <section className="centre-card scoring-read">
              <div className="centre-card-head">
                <h2>{read.name}</h2>
                <span className="faint">{read.number}</span>
              </div>
              <Files of={of} read={read} />
              <FormAnswers fields={read.fields} values={read.values} />
              <p className="form-actions">
                <Button onClick={() => leave(true)}>申请回避</Button>
              </p>
            </section>
            <MyScoringSheet of={of} entry={read} changed={changed} next={mine[at + 1]?.entryId} />
          </div>
        )}
      </States>
      {leaving && <StepAside of={of} entry={entry} changed={changed} close={() => leave(false)} />}
    </>
  )
}

function Files({ of, read }: { of: Scoring; read: Read }) {
  const [shown, show] = useState<Read['files'][number]['files'][number]>()
  if (read.files.length === 0) return <p className="faint">没有附件。</p>
  return (
    <div className="scoring-files">
      <h3>附件</h3>
      <ul role="list">
        {read.files.flatMap(slot =>
          slot.files.map(file => (
            <li key={file.id}>
              <Button onClick={() => show(file)}>{file.name}</Button>
              <span className="faint">
                {slot.name}，{fileSize(file.size)}
              </span>
            </li>
          )),
        )}
      </ul>
      {shown && (
        <FilePreview
          key={shown.id}
          file={{
            ...shown,
            source: {
              key: 'GET /award/scoring/file',
              input: { id: of.id, entryId: read.entryId, fileId: shown.id },
            },
          }}
          onClose={() => show(undefined)}
        />
      )}
    </div>
  )
}

function StepAside({ of, entry, changed, close }: Parts & { close: () => void }) {
  const send = async ({ reason }: FormValues) => {
    const given = { id: of.id, entryId: entry.entryId, reason: String(reason ?? '') }
    await browserApi('POST /award/scoring/recuse', given).catch(error => reloadOnConflict(error, changed))
    announce(`已回避：${entry.name}`)
    changed()
  }
  return (
    <FormDialog
      title={`申请回避“${entry.name}”？`}
      intro={<p>回避后这一项不再由您评审，已写的评分随之删去。理由会告知协会，并写入评审记录。</p>}
      fields={[{ name: 'reason', label: '理由', kind: 'paragraph', section: '', required: true, max: 300 }]}
      action="回避"
      send={send}
      close={close}
    />
  )
}
