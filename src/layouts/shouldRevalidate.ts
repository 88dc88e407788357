import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { isRetry } from './useRetry.ts'

/** Data that stay from address to address, and are asked for anew after an act. */
export const afterActionsOnly = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  !isRetry() && currentUrl.href === nextUrl.href
