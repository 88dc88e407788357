import '#ui/form/form.css'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { readEnvelope, unwrap } from '#api/browser.ts'
import { announce, tokenHeader } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { Refusal } from '#lib/error.ts'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { type Round, roundNames } from '../passing.ts'
import type { Preview } from './resultViews.ts'
import { saveRows } from './scoring.ts'

type Props = { id: number; round: Round; changed: () => void }

/** Takes the filled-in sheet, shows row by row what would become of it, and writes what was looked at. */
export function ScoreImport({ id, round, changed }: Props) {
  const [state, setState] = useState<{ busy: boolean; problem?: string; preview?: Preview }>({ busy: false })
  const read = async (file: File) => {
    setState({ busy: true })
    try {
      setState({ busy: false, preview: await sendScores(id, round, file) })
    } catch (error) {
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  return (
    <>
      <FileButton loading={state.busy} accept=".xlsx,.xls,.et,.csv" label="填好的成绩录入表" read={read}>
        导入 Excel
      </FileButton>
      <Problem>{state.problem}</Problem>
      {state.preview && (
        <ScorePreview
          id={id}
          round={round}
          preview={state.preview}
          close={() => setState({ busy: false })}
          done={count => {
            setState({ busy: false })
            announce(`已写入 ${count} 人的成绩`)
            changed()
          }}
        />
      )}
    </>
  )
}

/** Maximum number of rows shown; the others are counted. */
const MAX_ROWS_SHOWN = 300

type PreviewProps = { id: number; round: Round; preview: Preview; close: () => void; done: (count: number) => void }

function ScorePreview({ id, round, preview, close, done }: PreviewProps) {
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const scores = preview.rows.flatMap(({ score }) => score ?? [])
  const worth = preview.rows.filter(({ problem, isNew }) => problem || isNew)
  const write = async () => {
    setState({ busy: true })
    try {
      await saveRows(id, round, reason, scores)
      done(scores.length)
    } catch (error) {
      const { message, fields } = toRefusal(error)
      setState({ busy: false, problem: [message, ...Object.values(fields ?? {}).slice(0, 3)].join('；') })
    }
  }
  return (
    <Modal open title={`导入${roundNames[round]}成绩`} onCancel={close} footer={null} width={860}>
      <p>
        可写入 {preview.fresh} 人，有误 {preview.wrong} 行，与现有一致或空着 {preview.same} 行
        {preview.missing > 0 && `；名册中还有 ${preview.missing} 人不在表里`}。有误的不会写入，改好后可以再导入。
      </p>
      {worth.length > 0 && (
        <div className="score-preview">
          <Table
            caption="逐行核对"
            keyOf={({ row }) => row}
            rows={[...worth]
              .sort((one, other) => Number(!one.problem) - Number(!other.problem))
              .slice(0, MAX_ROWS_SHOWN)}
            columns={[
              { name: '行', cell: ({ row, name }) => `${row}　${name}`, nowrap: true },
              { name: '准考证号', cell: ({ ticketNumber }) => ticketNumber || '—', nowrap: true },
              { name: '现有', cell: ({ before }) => before || '—', nowrap: true },
              {
                name: '改为',
                cell: ({ score }) => (score ? scoreWords(score) : '—'),
                nowrap: true,
              },
              {
                name: '核对',
                cell: ({ problem, isCorrection }) =>
                  problem ? (
                    <span className="field-error">{problem}</span>
                  ) : (
                    <Tag tone="good">{isCorrection ? '更正' : '可写入'}</Tag>
                  ),
              },
            ]}
          />
        </div>
      )}
      {worth.length > MAX_ROWS_SHOWN && <p>只列出前 {MAX_ROWS_SHOWN} 行。</p>}
      {preview.corrections > 0 && (
        <Field name="correction" label={`更正原因（${preview.corrections} 人的成绩已公布，会通知报名人）`} required>
          {described => (
            <Input {...described} value={reason} maxLength={300} onChange={event => setReason(event.target.value)} />
          )}
        </Field>
      )}
      <Problem>{state.problem}</Problem>
      <div className="form-actions">
        <Button type="primary" loading={state.busy} disabled={scores.length === 0} onClick={() => void write()}>
          写入 {scores.length} 人
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
    </Modal>
  )
}

const scoreWords = ({ theory, practice, isAbsent }: { theory: string; practice: string; isAbsent: boolean }) =>
  isAbsent ? '缺考' : [theory, practice].filter(Boolean).join(' / ')

/** The workbook, to be looked at; nothing is kept. */
async function sendScores(id: number, round: Round, file: File): Promise<Preview> {
  const body = new FormData()
  body.append('id', String(id))
  body.append('round', round)
  body.append('file', file)
  const sent = fetch('/api/staff/training/scores/read', { method: 'POST', headers: tokenHeader(), body })
  const response = await sent.catch(() => {
    throw new Refusal(0, '网络中断，文件没有上传完，请重试')
  })
  return unwrap('POST /staff/training/scores/read', response.status, await readEnvelope(response))
}
