import { Button, Radio } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import { type Audience, audienceNames } from '../meetingWords.ts'
import type { Meeting, Parts } from './StaffMeeting.tsx'

type Paper = Meeting['papers'][number]

/** 会议材料: files of the meeting and of its items, for whom, and who has opened them. */
export function MeetingPapers({ of, changed }: Parts) {
  const [adding, add] = useState(false)
  const [shown, show] = useState<Paper>()
  const { submit, busy, error } = useSubmit('POST /staff/meeting/paper/remove')
  const mayChange = of.state === 'planned' || of.state === 'held'
  const rows = [
    ...of.papers.map(paper => ({ paper, about: '会议' })),
    ...of.agenda.flatMap(({ papers, title }, i) => papers.map(paper => ({ paper, about: `${i + 1}. ${title}` }))),
  ]
  const remove = async ({ paperId, file }: Paper) => {
    if (!(await submit({ paperId }))) return
    announce(`已移除：${file.name}`)
    changed()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>会议材料</h2>
        {mayChange && <Button onClick={() => add(true)}>加入材料</Button>}
      </div>
      <Problem>{error?.message}</Problem>
      {rows.length === 0 ? (
        <p>还没有材料。</p>
      ) : (
        <Table
          caption="会议材料"
          rows={rows}
          keyOf={({ paper }) => paper.paperId}
          columns={[
            { name: '文件', cell: ({ paper }) => <a href={paper.file.url}>{paper.file.name}</a> },
            { name: '议题', cell: ({ about }) => about },
            { name: '给谁看', cell: ({ paper }) => paper.audienceName, nowrap: true },
            {
              name: '已读',
              cell: ({ paper }) =>
                paper.audience === 'staff' ? (
                  '—'
                ) : (
                  <Button type="link" onClick={() => show(paper)}>
                    {paper.readers} 席<span className="hidden-text">已读 {paper.file.name}</span>
                  </Button>
                ),
              nowrap: true,
            },
            ...(mayChange
              ? [
                  {
                    name: '办理',
                    cell: ({ paper }: (typeof rows)[number]) => (
                      <Button disabled={busy} aria-label={`移除 ${paper.file.name}`} onClick={() => void remove(paper)}>
                        移除
                      </Button>
                    ),
                    nowrap: true,
                  },
                ]
              : []),
          ]}
        />
      )}
      {adding && <AddPapers of={of} close={() => add(false)} changed={changed} />}
      {shown && <Readers paper={shown} close={() => show(undefined)} />}
    </section>
  )
}

function AddPapers({ of, close, changed }: Parts & { close: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [audience, setAudience] = useState<Audience>('seats')
  const items = of.agenda.map(({ itemId, title }, i) => ({ code: String(itemId), name: `${i + 1}. ${title}` }))
  return (
    <FormDialog
      title="加入会议材料"
      intro={<p>发出通知后，应到人员在会员中心和手机上就能看到；谁打开过会记下来。</p>}
      fields={[
        { name: 'itemId', label: '议题', section: '', kind: 'choice', options: items, hint: '不选的为整个会议的材料' },
      ]}
      action="加入"
      disabled={files.length === 0}
      send={async ({ itemId }) => {
        const fileIds = files.map(({ id }) => id)
        await browserApi('POST /staff/meeting/paper/add', {
          id: of.id,
          itemId: itemId ? Number(itemId) : null,
          fileIds,
          audience,
        })
        announce(`已加入 ${fileIds.length} 份材料`)
        changed()
      }}
      close={close}
    >
      <Radio.Group
        aria-label="给谁看"
        value={audience}
        onChange={event => setAudience(event.target.value)}
        options={optionsOf(audienceNames).map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Upload use="material" label="材料" max={10} value={files} onChange={setFiles} />
    </FormDialog>
  )
}

function Readers({ paper, close }: { paper: Paper; close: () => void }) {
  const answer = useApi('GET /staff/meeting/paper/readers', { paperId: paper.paperId })
  return (
    <FormDialog title={`谁看过“${paper.file.name}”`} action="知道了" send={async () => {}} close={close}>
      <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '还没有发出通知' }}>
        {({ list }) => (
          <ul className="meeting-readers">
            {list.map(({ seatId, name, readerName, readAt }) => (
              <li key={seatId}>
                {name}：{readAt ? `${readerName} ${minute(readAt)} 打开` : '未打开'}
              </li>
            ))}
          </ul>
        )}
      </States>
    </FormDialog>
  )
}
