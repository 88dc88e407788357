import { Button } from 'antd'
import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { newerMessage } from './draft.ts'
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
        <p>{draft.message ?? '这份内容已在另一处修改过。'}您填写的内容仍在这里，没有丢失。</p>
        {!draft.isKept && <p>{NOT_KEPT}</p>}
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
    <p className="save-state" role="status" data-status={draft.isKept ? draft.status : 'failed'}>
      {wordsFor(draft)}
      {draft.status === 'failed' && (
        <Button size="small" onClick={() => void draft.flush()}>
          立即重试
        </Button>
      )}
      {draft.newerAt && newer && (
        <Button size="small" onClick={() => newer().then(({ values, version }) => draft.take(values, version))}>
          载入较新的
        </Button>
      )}
    </p>
  )
}

const NOT_KEPT = '浏览器的存储空间已满：尚未保存的内容只在这个页面里，显示“已保存”以前请不要关闭或刷新。'

function wordsFor({ status, savedAt, message, restored, isKept, newerAt }: Drafting): string {
  if (status === 'failed') {
    const why = message ? `未能保存：${message}` : '未能保存，将自动重试'
    return isKept ? `${why}；已填内容保留在本机` : `${why}。${NOT_KEPT}`
  }
  if (newerAt) return newerMessage(newerAt)
  if (!isKept && status !== 'saved') return NOT_KEPT
  if (status === 'saving') return '正在保存…'
  if (restored) return '已恢复您上次未保存的内容'
  if (savedAt && status !== 'changed') return `已保存 ${minute(savedAt).slice(11)}`
  return status === 'changed' ? '尚未保存' : ''
}
