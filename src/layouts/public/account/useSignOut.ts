import { signOut } from '#api/browser.ts'
import { useNavigate } from '#ui/router/router.tsx'
import { invalidateMenu } from '../menu.ts'

/** Removes the token, reloads the menu and goes to the home page (spec.md section 4). */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    invalidateMenu()
    await Promise.all([signOut(), navigate('/admin/home/dash')])
  }
}
