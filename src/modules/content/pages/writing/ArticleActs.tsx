import '#ui/form/form.css'
import { Button, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { Refusal } from '#lib/error.ts'
import { useUndo } from '#ui/act/undo.tsx'
import { Field } from '#ui/form/Field.tsx'
import { type ArticleMove, moves } from '../../articleStates.ts'
import type { ArticleValues } from '../../articleValues.ts'
import type { FoundWord } from '../../words/words.ts'
import { PublishDialog } from './PublishDialog.tsx'

export type Work = Output<ApiContract['GET /staff/article/detail']>
type Props = {
  work: Work
  values: ArticleValues
  /** Saves what is typed; answers the version that is then seen, or undefined where it cannot be saved. */
  settle: () => Promise<{ version: number | undefined } | undefined>
  /** Called after success with the name of the action. */
  done: (said: string) => void
  refused: (refusal: Refusal) => void
  savePoint?: () => void
  found: readonly FoundWord[]
}
type Dialog = 'publish' | 'firstReview' | 'secondReview' | 'return' | 'withdraw' | 'delete' | null

const passes = ['firstReview', 'secondReview'] as const

/** Buttons of the actions allowed to this person; the usual next step is primary. */
export function ArticleActs({ work, values, settle, done, refused, savePoint, found }: Props) {
  const [dialog, open] = useState<Dialog>(null)
  const [busy, setBusy] = useState(false)
  const { id } = work
  const offerUndo = useUndo()
  const run = async (
    act: (version: number | undefined) => Promise<unknown>,
    said: string,
    undo?: { act: () => Promise<unknown>; said: string },
  ) => {
    if (busy) return
    setBusy(true)
    try {
      const seen = await settle()
      if (seen) {
        await act(seen.version)
        open(null)
        done(said)
        if (undo)
          offerUndo({
            said: `${said}：《${values.title || '未填标题'}》`,
            undo: async () => {
              await undo.act()
              done(undo.said)
              return undo.said
            },
          })
      } else open(null)
    } catch (error) {
      open(null)
      refused(toRefusal(error))
    } finally {
      setBusy(false)
    }
  }
  const may = (move: ArticleMove) => work.moves.includes(move)
  const isUpdate = work.isPublic
  const isFinal = Boolean(work.review?.stepName)
  const passing = passes.find(may)
  return (
    <div className="writing-acts">
      {may('publish') && (
        <Button type="primary" onClick={() => open('publish')}>
          {isFinal ? '终审并发布…' : isUpdate ? '发布修改…' : '发布…'}
        </Button>
      )}
      {passing && (
        <Button type="primary" onClick={() => open(passing)}>
          {moves[passing].name}…
        </Button>
      )}
      {may('handIn') && (
        <Button
          type={may('publish') ? 'default' : 'primary'}
          loading={busy && !dialog}
          onClick={() =>
            void run(version => browserApi('POST /staff/article/handIn', { id, version }), '已提交审核', {
              act: () => browserApi('POST /staff/article/recall', { id }),
              said: '已撤回，可以继续修改',
            })
          }
        >
          {moves.handIn.name}
        </Button>
      )}
      {may('return') && <Button onClick={() => open('return')}>退回…</Button>}
      {may('recall') && (
        <Button
          onClick={() => void run(() => browserApi('POST /staff/article/recall', { id }), '已撤回，可以继续修改')}
        >
          {moves.recall.name}
        </Button>
      )}
      {may('unschedule') && (
        <Button onClick={() => void run(() => browserApi('POST /staff/article/unschedule', { id }), '已取消定时')}>
          {moves.unschedule.name}
        </Button>
      )}
      {savePoint && <Button onClick={savePoint}>保存版本</Button>}
      {may('withdraw') && <Button onClick={() => open('withdraw')}>下线…</Button>}
      {work.canDelete &&
        (work.deletedAt ? (
          <Button onClick={() => void run(() => browserApi('POST /staff/article/undelete', { id }), '已从回收站恢复')}>
            恢复
          </Button>
        ) : (
          <Button danger onClick={() => open('delete')}>
            删除…
          </Button>
        ))}
      {dialog === 'publish' && (
        <PublishDialog
          found={found}
          values={values}
          busy={busy}
          isUpdate={isUpdate}
          maySchedule={may('schedule')}
          isFinal={isFinal}
          onCancel={() => open(null)}
          publish={said =>
            void run(
              version => browserApi('POST /staff/article/publish', { id, version, ...said }),
              '已发布',
              // What was public before stays public; its former text is among the versions.
              isUpdate
                ? undefined
                : {
                    act: () => browserApi('POST /staff/article/withdraw', { id, reason: '撤销刚才的发布' }),
                    said: '已撤销发布，文章已下线',
                  },
            )
          }
          schedule={(at, said) =>
            void run(
              version => browserApi('POST /staff/article/schedule', { id, version, at, ...said }),
              '已设为定时发布',
              { act: () => browserApi('POST /staff/article/unschedule', { id }), said: '已取消定时' },
            )
          }
        />
      )}
      {dialog && dialog === passing && (
        <ReasonDialog
          busy={busy}
          title={moves[passing].name}
          hint="通过后交给下一环节的同事。"
          label="审核意见"
          isOptional
          action="通过"
          onCancel={() => open(null)}
          onDone={remark =>
            void run(
              version => browserApi(`POST /staff/article/${passing}`, { id, version, remark }),
              `已${moves[passing].name}`,
            )
          }
        />
      )}
      {dialog === 'return' && (
        <ReasonDialog
          busy={busy}
          title="退回给撰稿人"
          label="需要修改什么"
          action="退回"
          onCancel={() => open(null)}
          onDone={reason => void run(() => browserApi('POST /staff/article/return', { id, reason }), '已退回')}
        />
      )}
      {dialog === 'withdraw' && (
        <ReasonDialog
          busy={busy}
          title="下线这篇文章"
          label="下线的原因"
          hint="下线后访问者立即看不到它；以后可以重新发布。"
          action="下线"
          onCancel={() => open(null)}
          onDone={reason =>
            void run(() => browserApi('POST /staff/article/withdraw', { id, reason }), '已下线', {
              act: () => browserApi('POST /staff/article/publish', { id }),
              said: '已重新发布',
            })
          }
        />
      )}
      {dialog === 'delete' && (
        <ReasonDialog
          busy={busy}
          title="放入回收站"
          hint={`${work.isPublic ? '访问者将立即看不到它。' : ''}30 天内可以从回收站恢复，之后彻底删除。`}
          action="删除"
          onCancel={() => open(null)}
          onDone={() =>
            void run(() => browserApi('POST /staff/article/delete', { id }), '已放入回收站', {
              act: () => browserApi('POST /staff/article/undelete', { id }),
              said: work.isPublic ? '已从回收站恢复，现为下线，需要时再发布' : '已从回收站恢复',
            })
          }
        />
      )}
    </div>
  )
}

type ReasonDialogProps = {
  title: string
  hint?: string
  /** Label of the reason field; without it no reason is asked. */
  label?: string
  isOptional?: boolean
  action: string
  busy: boolean
  onDone: (reason: string) => void
  onCancel: () => void
}

/** Asks before something that others will notice, and why where they will want to know. */
function ReasonDialog({ title, hint, label, isOptional = false, action, busy, onDone, onCancel }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (label && !isOptional && reason.trim() === '') setError('请填写原因')
    else onDone(reason.trim())
  }
  return (
    <Modal title={title} open onCancel={onCancel} footer={null}>
      <form noValidate onSubmit={submit}>
        {hint && <p>{hint}</p>}
        {label && (
          <Field name="reason" label={label} required={!isOptional} error={error}>
            {described => (
              <Input.TextArea
                {...described}
                autoFocus
                autoSize={{ minRows: 3, maxRows: 8 }}
                maxLength={500}
                value={reason}
                onChange={event => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {action}
          </Button>
          <Button onClick={onCancel}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
