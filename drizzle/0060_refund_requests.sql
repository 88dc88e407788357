ALTER TABLE "refund" ADD COLUMN "requested_by" integer;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "request_once" text;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "requested_amount" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "amount_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "rule_amount" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "rule_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "refund_rule" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "refund_steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_requested_by_account_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_request_once" ON "refund" USING btree ("requested_by","request_once");