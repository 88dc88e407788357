import { lazy, Suspense, useState } from 'react'
import '../unfolding.css'
import './byIdentity.css'

const IdentityForm = lazy(() => import('./IdentityForm.tsx'))

/** Look-up by name and identity number; the form is loaded when it is opened. */
export function ByIdentity() {
  const [opened, setOpened] = useState(false)
  return (
    <details className="unfolding by-identity" onToggle={() => setOpened(true)}>
      <summary>按姓名和身份证号查询</summary>
      <Suspense fallback={<p>正在打开…</p>}>{opened && <IdentityForm />}</Suspense>
    </details>
  )
}
