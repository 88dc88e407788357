import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Data that stay from address to address, and are asked for anew after an act. */
export const onlyWhenAsked = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.href === nextUrl.href
