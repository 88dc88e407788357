ALTER TABLE "registration" DROP CONSTRAINT "registration_slip_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "registration" DROP CONSTRAINT "registration_invoice_file_id_file_id_fk";
--> statement-breakpoint
DROP INDEX "registration_raised";--> statement-breakpoint
DROP INDEX "registration_invoice";--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "debtor_province" text;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "is_refund_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_is_personal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_bank" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_account_sealed" text;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_is_special" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "is_without_invoice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receivable" ADD COLUMN "invoice_refusal" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- What training costs stands in the same table as everything else that is owed; the columns that are not used any more stay for the version before.
INSERT INTO "receivable" ("id", "kind", "payable_id", "application_id", "number", "organisation_id", "person_id", "account_id",
  "debtor", "debtor_province", "about", "amount", "state", "raised_on", "due_on", "paid_on", "payer", "slip_id", "confirmed_at",
  "is_refund_due", "invoice_title", "invoice_credit_code", "invoice_is_personal", "invoice_address", "invoice_phone",
  "invoice_bank", "invoice_account_sealed", "invoice_email", "invoice_is_special", "is_without_invoice", "invoice_refusal",
  "invoice_number", "invoice_issued_on", "invoice_file_id", "created_at")
SELECT r."id" * 100 + 4, 'enrolment', r."id", r."application_id", coalesce(r."number", ''), r."organisation_id",
  CASE WHEN r."organisation_name" <> '已清除' THEN a."person_id" END, a."account_id", r."organisation_name", r."province_code", c."title", r."total_fee",
  CASE WHEN r."status" = 'unpaid' THEN 'due' WHEN r."status" = 'paid' THEN 'claimed'
    WHEN r."refund_due" OR r."confirmed_at" IS NOT NULL OR r."status" IN ('confirmed', 'checkedIn', 'finished', 'refunded')
    THEN 'confirmed' ELSE 'cancelled' END,
  (r."created_at" AT TIME ZONE 'Asia/Shanghai')::date, CASE WHEN a."state" = 'unpaid' THEN a."due_on" END,
  r."paid_on", r."payer", r."slip_id", r."confirmed_at", r."refund_due",
  coalesce(r."invoice" ->> 'title', ''), coalesce(r."invoice" ->> 'taxNumber', ''),
  coalesce(r."invoice" ->> 'titleType' = 'person', false), coalesce(r."invoice" ->> 'regAddress', ''),
  coalesce(r."invoice" ->> 'regPhone', ''), coalesce(r."invoice" ->> 'bank', ''), r."invoice" ->> 'bankAccountSealed',
  coalesce(r."invoice" ->> 'email', ''), coalesce(r."invoice" ->> 'kind' = 'special', false), r."invoice_state" = 'none',
  CASE WHEN r."invoice_state" = 'refused' THEN coalesce(nullif(r."invoice_reason", ''), '请核对发票信息') ELSE '' END,
  r."invoice_number", r."invoice_issued_on", r."invoice_file_id", r."created_at"
FROM "registration" r JOIN "course" c ON c."id" = r."course_id" LEFT JOIN "application" a ON a."id" = r."application_id"
WHERE r."total_fee" > 0 AND (r."confirmed_at" IS NOT NULL OR r."refund_due" OR
  r."status" IN ('unpaid', 'paid', 'confirmed', 'checkedIn', 'finished', 'expired', 'refunded'));--> statement-breakpoint
-- Money that went back before refunds were written down.
INSERT INTO "refund" ("payable", "payable_id", "amount", "reason", "state", "asked_at", "paid_on")
SELECT 'enrolment', r."id", r."total_fee", coalesce(nullif(r."refund_note", ''), '报名已退费'), 'paid',
  coalesce(r."refunded_at", r."updated_at"), (coalesce(r."refunded_at", r."updated_at") AT TIME ZONE 'Asia/Shanghai')::date
FROM "registration" r
WHERE r."status" = 'refunded' AND r."total_fee" > 0 AND NOT EXISTS (
  SELECT FROM "refund" f WHERE f."payable" = 'enrolment' AND f."payable_id" = r."id" AND f."state" = 'paid');
