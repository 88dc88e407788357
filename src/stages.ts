/**
 * Stages and parts that modules add to the review: loaded by the server (parts.ts) and by the screens
 * (layouts).
 */
import '#modules/qualifications/siteStage.ts'
import '#modules/awards/rounds/expertStage.ts'
