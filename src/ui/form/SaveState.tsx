import { Button } from 'antd'
import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Drafting } from './useDraft.ts'

type Props = {
  draft: Drafting
  /** Reads what the server has now; needed where somebody else may write too. */
  newer?: () => Promise<{ values: FormValues; version: number | undefined }>
}

/** Shows whether the draft is saved, and lets the user choose after a conflict. */
export function SaveState({ draft, newer }: Props) {
  if (draft.status === 'conflict')
    return (
      <div className="save-conflict" role="alert">
        <p>{draft.message ?? '这份内容已在另一处修改过。'}</p>
        <p>
          {newer && (
            <Button onClick={() => newer().then(({ values, version }) => draft.take(values, version))}>
              载入较新的
            </Button>
          )}
          <Button onClick={() => void draft.overwrite()}>用我的覆盖</Button>
        </p>
      </div>
    )
  return (
    <p className="save-state" role="status" data-status={draft.status}>
      {wordsFor(draft)}
    </p>
  )
}

function wordsFor({ status, savedAt, message, restored }: Drafting): string {
  if (status === 'failed') return message ? `未能保存：${message}` : '未能保存，将自动重试；已填内容保留在本机'
  if (status === 'saving') return '正在保存…'
  if (restored) return '已恢复您上次未保存的内容'
  if (savedAt && status !== 'changed') return `已保存 ${minute(savedAt).slice(11)}`
  return status === 'changed' ? '尚未保存' : ''
}
