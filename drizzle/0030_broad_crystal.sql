ALTER TABLE "assessment_fee" ADD COLUMN "invoice_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment_fee" ADD COLUMN "invoice_issued_on" date;--> statement-breakpoint
ALTER TABLE "assessment_fee" ADD COLUMN "invoice_file_id" integer;--> statement-breakpoint
ALTER TABLE "assessment_fee" ADD CONSTRAINT "assessment_fee_invoice_file_id_file_id_fk" FOREIGN KEY ("invoice_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;