import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { defineForm, fieldsIn } from '#lib/form/form.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Empty } from '#ui/Empty.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EffectActs, EffectNote } from './EffectNote.tsx'
import { ItemNotes, ItemTitle } from './ItemNotes.tsx'
import { optionsById } from './MeetingForm.tsx'
import type { Meeting, Parts } from './StaffMeeting.tsx'

type AgendaItem = Meeting['agenda'][number]

/** The agenda as it is called up: up, down, away with it; free items are added here. */
export function MeetingAgenda({ of, changed }: Parts) {
  const { submit, busy, error } = useSubmit('POST /staff/meeting/items')
  const effects = useApi('GET /staff/meeting/effects', {})
  const [edited, edit] = useState<AgendaItem | 'new'>()
  const [removed, remove] = useState<AgendaItem>()
  const ids = of.agenda.map(({ itemId }) => itemId)
  const set = async (itemIds: number[], said: string) => {
    const items = itemIds.map(itemId => ({ itemId }))
    if (!(await submit({ id: of.id, version: of.version, items }))) return
    announce(said)
    changed()
  }
  const move = (at: number, by: -1 | 1) => {
    const next = [...ids]
    next.splice(at + by, 0, ...next.splice(at, 1))
    void set(next, `已移到第 ${at + by + 1} 项`)
  }
  const drop = async ({ itemId, title }: AgendaItem) => {
    remove(undefined)
    await set(
      ids.filter(id => id !== itemId),
      `已移除：${title}`,
    )
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>议程</h2>
        <Button onClick={() => edit('new')}>加入其他议题</Button>
      </div>
      <Problem>{error?.message}</Problem>
      {ids.length === 0 && (
        <Empty title="议程上还没有议题">
          <p>在下面勾选待审议的申请选入议程，或加入报告、章程修改等其他议题。</p>
        </Empty>
      )}
      <ol className="meeting-agenda">
        {of.agenda.map((item, i) => {
          const { itemId, applicationId, title, kindName, number, presenter, text, notes, papers, hindrance } = item
          return (
            <li key={itemId}>
              <div>
                <ItemTitle applicationId={applicationId} title={title} />
                <p>
                  {[
                    kindName,
                    number,
                    presenter && `报告人：${presenter}`,
                    papers.length > 0 && `材料 ${papers.length} 份`,
                  ]
                    .filter(Boolean)
                    .join('　')}
                </p>
                {text && <p className="meeting-item-text">{text}</p>}
                <ItemNotes notes={notes} />
                <EffectNote effect={item.effect} />
                {hindrance && <p className="meeting-hindrance">{hindrance}</p>}
              </div>
              <div className="meeting-tools">
                <Button aria-label={`上移 ${title}`} disabled={busy || i === 0} onClick={() => move(i, -1)}>
                  <Icon name="up" size={16} />
                </Button>
                <Button aria-label={`下移 ${title}`} disabled={busy || i === ids.length - 1} onClick={() => move(i, 1)}>
                  <Icon name="down" size={16} />
                </Button>
                {applicationId === null && (
                  <Button aria-label={`修改 ${title}`} disabled={busy} onClick={() => edit(item)}>
                    修改
                  </Button>
                )}
                <EffectActs item={item} forms={effects.data?.list ?? []} changed={changed} />
                <Button
                  aria-label={`移除 ${title}`}
                  disabled={busy}
                  onClick={() => (applicationId === null ? remove(item) : void drop(item))}
                >
                  移除
                </Button>
              </div>
            </li>
          )
        })}
      </ol>
      {edited && (
        <ItemForm
          of={of}
          item={edited === 'new' ? undefined : edited}
          close={() => edit(undefined)}
          changed={changed}
        />
      )}
      {removed && (
        <AskDialog
          title={`移除“${removed.title}”？`}
          isOpen
          action="移除"
          back="取消"
          danger
          busy={busy}
          send={() => drop(removed)}
          close={() => remove(undefined)}
        >
          <p>
            议题的内容
            {removed.papers.length > 0 && `和 ${removed.papers.length} 份材料`}
            一并移除，不能恢复。
          </p>
        </AskDialog>
      )}
    </section>
  )
}

const field = fieldsIn('')
const itemFields = (kinds: { id: number; name: string }[]) =>
  defineForm([
    field('kindId', '种类', { kind: 'choice', required: true, options: optionsById(kinds) }),
    field('title', '议题', { required: true, max: 100, hint: '例如：审议 2026 年度工作报告' }),
    field('presenter', '报告人', { max: 40 }),
    field('text', '内容', { kind: 'paragraph', max: 5000, hint: '写入议程；材料在下面“会议材料”中加入' }),
  ])

type FormProps = Parts & { item: AgendaItem | undefined; close: () => void }

function ItemForm({ of, item, close, changed }: FormProps) {
  const { data } = useApi('GET /staff/meeting/choices', {})
  if (!data) return null
  const isKnown = item === undefined || data.kinds.some(({ id }) => id === item.kindId)
  const kinds = isKnown ? data.kinds : [...data.kinds, { id: item.kindId!, name: item.kindName }]
  return (
    <FormDialog
      title={item ? '修改议题' : '加入其他议题'}
      fields={itemFields(kinds)}
      initial={{
        kindId: item?.kindId ? String(item.kindId) : '',
        title: item?.title ?? '',
        presenter: item?.presenter ?? '',
        text: item?.text ?? '',
      }}
      action={item ? '保存' : '加入议程'}
      send={async ({ kindId, title, presenter, text }) => {
        await browserApi('POST /staff/meeting/item/save', {
          id: of.id,
          version: of.version,
          itemId: item?.itemId,
          kindId: Number(kindId),
          title: String(title ?? ''),
          presenter: String(presenter ?? ''),
          text: String(text ?? ''),
        })
        announce(item ? '议题已修改' : '已加入议程')
        changed()
      }}
      close={close}
    />
  )
}
