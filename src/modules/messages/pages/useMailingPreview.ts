import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { Refusal } from '#lib/error.ts'

type Preview = ApiContract['POST /staff/mailing/preview']
type State = { data?: Output<Preview>; error?: Refusal; of?: string }

/** In ms: while somebody types nothing is asked. */
const PAUSE = 350

/** What would go out as it is typed now; `isFresh`: it answers what stands in the form. */
export function useMailingPreview(asked: Input<Preview>) {
  const wanted = JSON.stringify(asked)
  const [state, setState] = useState<State>({})
  useEffect(() => {
    let current = true
    const timer = setTimeout(
      () =>
        browserApi('POST /staff/mailing/preview', JSON.parse(wanted)).then(
          data => current && setState({ data, of: wanted }),
          error => current && setState(before => ({ ...before, error: refusalOf(error), of: wanted })),
        ),
      PAUSE,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  return { data: state.data, error: state.error, isFresh: state.of === wanted }
}
