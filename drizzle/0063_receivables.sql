CREATE TABLE "receivable" (
	"id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payable_id" integer NOT NULL,
	"application_id" integer,
	"number" text DEFAULT '' NOT NULL,
	"organisation_id" integer,
	"person_id" integer,
	"account_id" integer,
	"debtor" text DEFAULT '' NOT NULL,
	"open_key" text,
	"about" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"raised_on" date NOT NULL,
	"due_on" date,
	"paid_on" date,
	"payer" text DEFAULT '' NOT NULL,
	"slip_id" integer,
	"claimed_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"confirmed_by" integer,
	"invoice_title" text DEFAULT '' NOT NULL,
	"invoice_credit_code" text DEFAULT '' NOT NULL,
	"invoice_email" text DEFAULT '' NOT NULL,
	"invoice_number" text DEFAULT '' NOT NULL,
	"invoice_issued_on" date,
	"invoice_file_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receivable_amount" CHECK ("receivable"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "assessment_fee" DROP CONSTRAINT "assessment_fee_slip_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "assessment_fee" DROP CONSTRAINT "assessment_fee_confirmed_by_account_id_fk";
--> statement-breakpoint
ALTER TABLE "assessment_fee" DROP CONSTRAINT "assessment_fee_invoice_file_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "advert_fee" DROP CONSTRAINT "advert_fee_slip_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "advert_fee" DROP CONSTRAINT "advert_fee_confirmed_by_account_id_fk";
--> statement-breakpoint
ALTER TABLE "advert_fee" DROP CONSTRAINT "advert_fee_invoice_file_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "member_fee" DROP CONSTRAINT "member_fee_slip_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "member_fee" DROP CONSTRAINT "member_fee_receipt_file_id_file_id_fk";
--> statement-breakpoint
DROP INDEX "member_fee_once";--> statement-breakpoint
DROP INDEX "member_fee_raised";--> statement-breakpoint
DROP INDEX "member_fee_open";--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_application_id_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."application"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_slip_id_file_id_fk" FOREIGN KEY ("slip_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_confirmed_by_account_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable" ADD CONSTRAINT "receivable_invoice_file_id_file_id_fk" FOREIGN KEY ("invoice_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receivable_payable" ON "receivable" USING btree ("kind","payable_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receivable_once" ON "receivable" USING btree ("kind","open_key") WHERE state not in ('confirmed', 'cancelled');--> statement-breakpoint
CREATE INDEX "receivable_raised" ON "receivable" USING btree ("raised_on" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receivable_open" ON "receivable" USING btree ("kind") WHERE state in ('due', 'claimed', 'refused');--> statement-breakpoint
CREATE INDEX "receivable_organisation_id_index" ON "receivable" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "receivable_person_id_index" ON "receivable" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "receivable_application_id_index" ON "receivable" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "receivable_invoice" ON "receivable" USING btree ("invoice_number") WHERE invoice_number <> '';--> statement-breakpoint
CREATE INDEX "member_fee_member" ON "member_fee" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "member_fee" ALTER COLUMN "amount" DROP NOT NULL;--> statement-breakpoint
-- What membership, assessments and adverts cost stands in one table from now on; the columns that are not used any more stay.
INSERT INTO "receivable" ("id", "kind", "payable_id", "application_id", "number", "organisation_id", "account_id", "about", "amount",
  "state", "raised_on", "due_on", "paid_on", "payer", "slip_id", "claimed_at", "confirmed_at", "confirmed_by", "invoice_title",
  "invoice_credit_code", "invoice_email", "invoice_number", "invoice_issued_on", "invoice_file_id", "created_at")
SELECT a."id" * 100 + 2, 'assessmentFee', a."id", a."id", coalesce(a."number", ''), a."organisation_id", a."account_id",
  trim(replace(a."title", o."name", '')) || '评审费', f."amount",
  CASE WHEN f."state" = 'confirmed' OR a."state" IN ('unpaid', 'paying') THEN f."state" ELSE 'cancelled' END,
  (f."created_at" AT TIME ZONE 'Asia/Shanghai')::date, CASE WHEN a."state" = 'unpaid' THEN a."due_on" END,
  f."paid_on", f."payer", f."slip_id", f."claimed_at", f."confirmed_at", f."confirmed_by", f."invoice_title",
  f."invoice_credit_code", f."invoice_email", f."invoice_number", f."invoice_issued_on", f."invoice_file_id", f."created_at"
FROM "assessment_fee" f JOIN "application" a ON a."id" = f."application_id"
  JOIN "organisation" o ON o."id" = a."organisation_id";--> statement-breakpoint
INSERT INTO "receivable" ("id", "kind", "payable_id", "application_id", "number", "organisation_id", "person_id", "account_id",
  "debtor", "about", "amount", "state", "raised_on", "due_on", "paid_on", "payer", "slip_id", "claimed_at", "confirmed_at",
  "confirmed_by", "invoice_title", "invoice_credit_code", "invoice_email", "invoice_number", "invoice_issued_on",
  "invoice_file_id", "created_at")
SELECT a."id" * 100 + 3, 'advertFee', a."id", a."id", coalesce(a."number", ''), v."organisation_id", v."person_id", v."account_id",
  '协会', '广告“' || v."title" || '”', f."amount",
  CASE WHEN f."state" = 'confirmed' OR a."state" IN ('unpaid', 'paying') THEN f."state" ELSE 'cancelled' END,
  (f."created_at" AT TIME ZONE 'Asia/Shanghai')::date, CASE WHEN a."state" = 'unpaid' THEN a."due_on" END,
  f."paid_on", f."payer", f."slip_id", f."claimed_at", f."confirmed_at", f."confirmed_by", f."invoice_title",
  f."invoice_credit_code", f."invoice_email", f."invoice_number", f."invoice_issued_on", f."invoice_file_id", f."created_at"
FROM "advert_fee" f JOIN "advert" v ON v."id" = f."advert_id" JOIN "application" a ON a."id" = v."application_id"
WHERE f."amount" > 0 AND (f."state" <> 'due' OR a."state" IN ('unpaid', 'paying'));--> statement-breakpoint
INSERT INTO "receivable" ("id", "kind", "payable_id", "application_id", "number", "organisation_id", "person_id", "account_id",
  "debtor", "open_key", "about", "amount", "state", "raised_on", "due_on", "paid_on", "payer", "slip_id", "claimed_at",
  "confirmed_at", "confirmed_by", "invoice_title", "invoice_credit_code", "invoice_email", "invoice_number",
  "invoice_issued_on", "invoice_file_id", "created_at")
SELECT f."id" * 100 + 1, 'memberFee', f."id", f."application_id", coalesce(m."number", a."number", ''),
  coalesce(m."organisation_id", a."organisation_id"), coalesce(m."person_id", a."person_id"), a."account_id",
  coalesce(a."title", ''), f."member_id" || ' ' || f."year", f."year" || ' 年度会费', f."amount", f."state",
  (f."created_at" AT TIME ZONE 'Asia/Shanghai')::date,
  coalesce(f."due_on", CASE WHEN a."state" = 'unpaid' THEN a."due_on" END), f."paid_on", f."payer", f."slip_id",
  f."claimed_at", f."confirmed_at", (SELECT "id" FROM "account" WHERE "id" = f."confirmed_by"), f."receipt_title",
  f."receipt_credit_code", f."receipt_email", f."receipt_number", f."receipt_issued_on", f."receipt_file_id", f."created_at"
FROM "member_fee" f LEFT JOIN "member" m ON m."id" = f."member_id" LEFT JOIN "application" a ON a."id" = f."application_id";
