// SPDX-License-Identifier: GPL-2.0
/*
 * wires: SPI0 with four chip selects and I2C1, whose chips are a program.
 *
 * A program that opens /dev/spidev0.0 or /dev/i2c-1 meets the kernel's own
 * spidev and i2c-dev, with their permissions, limits and errors. What they ask
 * of a bus is read from /dev/wires, and the answer is written there:
 *
 *	struct transfer, then len bytes that go out
 *	struct transfer with the same number, then len bytes that came in
 *
 * One transfer is under way at a time. Without a program, or when it takes
 * longer than two seconds, the bus fails as a broken one does (EIO, ETIMEDOUT).
 */
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

struct transfer {
	__u32 number;
	__u32 i2c;	/* 0: SPI */
	__u32 at;	/* chip select, or address */
	__u32 flags;	/* I2C: 1 for reading, 2 when more follows without a stop */
	__s32 error;	/* in an answer: 0, or a negative errno */
	__u32 len;
};

#define LONGEST (64 * 1024)

static DEFINE_MUTEX(bus);		/* held for a whole transfer */
static DEFINE_MUTEX(desk);		/* guards what follows */
static DECLARE_WAIT_QUEUE_HEAD(waiting);
static struct transfer job;
static u8 *bytes;			/* NULL: nothing is asked */
static bool fetched, done, attended;

static int ask(u32 i2c, u32 at, u32 flags, const void *out, void *in, u32 len)
{
	int err = -EIO;
	u8 *copy;

	if (len > LONGEST)
		return -EMSGSIZE;
	copy = kzalloc(max(len, 1u), GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	if (out)
		memcpy(copy, out, len);
	mutex_lock(&bus);
	mutex_lock(&desk);
	if (attended) {
		job = (struct transfer){ job.number + 1, i2c, at, flags, 0, len };
		bytes = copy;
		fetched = done = false;
		mutex_unlock(&desk);
		wake_up_all(&waiting);
		err = wait_event_timeout(waiting, done, 2 * HZ) ? 0 : -ETIMEDOUT;
		mutex_lock(&desk);
		bytes = NULL;
		if (!err)
			err = job.error;
		if (!err && in)
			memcpy(in, copy, len);
	}
	mutex_unlock(&desk);
	mutex_unlock(&bus);
	kfree(copy);
	return err;
}

static int attend(struct inode *inode, struct file *file)
{
	int err = 0;

	mutex_lock(&desk);
	if (attended)
		err = -EBUSY;
	attended = true;
	mutex_unlock(&desk);
	return err;
}

static int leave(struct inode *inode, struct file *file)
{
	mutex_lock(&desk);
	attended = false;
	job.error = -EIO;
	done = true;
	mutex_unlock(&desk);
	wake_up_all(&waiting);
	return 0;
}

static ssize_t fetch(struct file *file, char __user *to, size_t n, loff_t *offset)
{
	ssize_t err;

	for (;;) {
		if (file->f_flags & O_NONBLOCK) {
			if (!READ_ONCE(bytes) || READ_ONCE(fetched))
				return -EAGAIN;
		} else if (wait_event_interruptible(waiting, READ_ONCE(bytes) && !READ_ONCE(fetched))) {
			return -ERESTARTSYS;
		}
		mutex_lock(&desk);
		if (bytes && !fetched)
			break;
		mutex_unlock(&desk);
	}
	err = sizeof(job) + job.len;
	if (n < err)
		err = -EINVAL;
	else if (copy_to_user(to, &job, sizeof(job)) || copy_to_user(to + sizeof(job), bytes, job.len))
		err = -EFAULT;
	else
		fetched = true;
	mutex_unlock(&desk);
	return err;
}

static ssize_t answer(struct file *file, const char __user *from, size_t n, loff_t *offset)
{
	struct transfer t;
	ssize_t err = n;

	if (n < sizeof(t))
		return -EINVAL;
	if (copy_from_user(&t, from, sizeof(t)))
		return -EFAULT;
	mutex_lock(&desk);
	if (!bytes || t.number != job.number || n != sizeof(t) + job.len) {
		err = -ESTALE;
	} else if (copy_from_user(bytes, from + sizeof(t), job.len)) {
		err = -EFAULT;
	} else {
		job.error = t.error;
		done = true;
	}
	mutex_unlock(&desk);
	wake_up_all(&waiting);
	return err;
}

/* A program in Go that cannot wait for this has another thread look after it, all the time. */
static __poll_t look(struct file *file, poll_table *table)
{
	poll_wait(file, &waiting, table);
	return EPOLLOUT | EPOLLWRNORM | (READ_ONCE(bytes) && !READ_ONCE(fetched) ? EPOLLIN | EPOLLRDNORM : 0);
}

static const struct file_operations operations = {
	.owner = THIS_MODULE, .open = attend, .release = leave, .read = fetch, .write = answer, .poll = look,
};
static struct miscdevice desk_device = { .minor = MISC_DYNAMIC_MINOR, .name = "wires", .fops = &operations };

static int spi_transfer(struct spi_controller *c, struct spi_device *d, struct spi_transfer *t)
{
	return ask(0, spi_get_chipselect(d, 0), 0, t->tx_buf, t->rx_buf, t->len);
}

static void spi_select(struct spi_device *d, bool level)
{
}

static int i2c_transfer_all(struct i2c_adapter *a, struct i2c_msg *m, int n)
{
	for (int i = 0; i < n; i++) {
		bool read = m[i].flags & I2C_M_RD;
		int err = ask(1, m[i].addr, read | (i + 1 < n ? 2 : 0),
			      read ? NULL : m[i].buf, read ? m[i].buf : NULL, m[i].len);

		if (err)
			return err;
	}
	return n;
}

static u32 i2c_can(struct i2c_adapter *a)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm i2c_way = { .master_xfer = i2c_transfer_all, .functionality = i2c_can };
static struct i2c_adapter i2c = { .owner = THIS_MODULE, .name = "wires", .nr = 1, .algo = &i2c_way };
static struct spi_controller *spi;
static struct platform_device *board;

static int __init start(void)
{
	int err;

	board = platform_device_register_simple("wires", -1, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	spi = spi_alloc_host(&board->dev, 0);
	if (!spi) {
		err = -ENOMEM;
		goto no_spi;
	}
	spi->bus_num = 0;
	spi->num_chipselect = 4;
	spi->mode_bits = SPI_CPOL | SPI_CPHA | SPI_NO_CS;
	spi->max_speed_hz = 125000000;
	spi->set_cs = spi_select;
	spi->transfer_one = spi_transfer;
	err = spi_register_controller(spi);
	if (err) {
		spi_controller_put(spi);
		goto no_spi;
	}
	for (int i = 0; i < 4; i++) {
		/* A name that spidev takes without being told. */
		struct spi_board_info chip = { .modalias = "dh2228fv", .max_speed_hz = 125000000, .chip_select = i };

		if (!spi_new_device(spi, &chip))
			pr_warn("wires: no device at chip select %d\n", i);
	}
	i2c.dev.parent = &board->dev;
	err = i2c_add_numbered_adapter(&i2c);
	if (err)
		goto no_i2c;
	err = misc_register(&desk_device);
	if (!err)
		return 0;
	i2c_del_adapter(&i2c);
no_i2c:
	spi_unregister_controller(spi);
no_spi:
	platform_device_unregister(board);
	return err;
}

static void __exit stop(void)
{
	misc_deregister(&desk_device);
	i2c_del_adapter(&i2c);
	spi_unregister_controller(spi);
	platform_device_unregister(board);
}

module_init(start);
module_exit(stop);
MODULE_DESCRIPTION("SPI and I2C whose chips are a program");
MODULE_LICENSE("GPL");
