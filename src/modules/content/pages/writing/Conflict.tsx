import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { refusalOf, useApi } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import type { Drafting } from '#ui/form/useDraft.ts'
import { States } from '#ui/States.tsx'
import { Comparison } from './Comparison.tsx'
import { fromForm, toForm } from './values.ts'

type Props = { id: number; draft: Drafting; columns: ReadonlyMap<number, string> }

/** Somebody else has saved meanwhile: both texts side by side. Whichever goes on, the other stays as a version. */
export function Conflict({ id, draft, columns }: Props) {
  const theirs = useApi('GET /staff/article/detail', { id })
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const mine = fromForm(draft.values)
  const settle = (act: () => Promise<unknown>) => {
    setState({ busy: true })
    act().then(
      () => setState({ busy: false }),
      error => setState({ busy: false, problem: refusalOf(error).message }),
    )
  }
  return (
    <section className="desk-card writing-conflict" role="alert" aria-label="两人同时修改">
      <h2>{draft.message ?? '这篇文章已由他人修改'}</h2>
      <p>您的修改还没有保存。下面左边是对方的，右边是您的；没有选用的一份会留在“版本”里。</p>
      <States answer={theirs}>
        {({ values, version }) => (
          <>
            <p className="form-actions">
              <Button
                loading={state.busy}
                onClick={() =>
                  settle(async () => {
                    await browserApi('POST /staff/article/aside', { id, values: mine })
                    draft.take(toForm(values), version)
                  })
                }
              >
                采用对方的
              </Button>
              <Button loading={state.busy} onClick={() => settle(draft.overwrite)}>
                保留我的
              </Button>
            </p>
            <Problem>{state.problem}</Problem>
            <Comparison before={values} after={mine} titles={['对方的', '我的']} columns={columns} />
          </>
        )}
      </States>
    </section>
  )
}
