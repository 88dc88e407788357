import { isRefusal } from '#lib/error.ts'
import { Failed, type Failure } from '#ui/failed/Failed.tsx'
import { isRouteErrorResponse, Link } from '#ui/router/router.tsx'
import { missingCodeRefusal, useRetry } from './useRetry.ts'
import './NotFound.css'

/** A public page that could not be shown for another reason than being absent. */
export function Problem({ error }: { error: unknown }) {
  const { retry, busy } = useRetry(error)
  const failure = failureIn(error) ?? missingCodeRefusal(error) ?? FAULT
  const home = (isPrimary: boolean) => (
    <Link className={isPrimary ? 'button primary' : 'button'} to="/admin/home">
      返回首页
    </Link>
  )
  if (canRetry(failure))
    return (
      <div className="wrap">
        <Failed of={failure} retry={retry} busy={busy} heading="h1" back={home(false)} />
      </div>
    )
  return (
    <div className="not-found" role="alert">
      <h1>无法按您的要求显示</h1>
      <p>{failure.message}</p>
      {home(true)}
    </div>
  )
}

/** Failure shown for unexpected errors, including those thrown while rendering. */
const FAULT: Failure = { code: 500, message: '系统出现了异常，我们会尽快处理。', requestId: undefined }

/** Thrown by a loader, on the server or in the browser. */
export function failureIn(error: unknown): Failure | undefined {
  if (isRouteErrorResponse(error)) return { code: error.status, message: String(error.data), requestId: undefined }
  return isRefusal(error) ? error : undefined
}

/** Reports whether a retry may help: no network, too many requests, or a fault of the server. */
const canRetry = ({ code }: Failure) => code === 0 || code === 429 || code >= 500
