#!/usr/bin/env python3
"""librdkafka's mock cluster on loopback, which speaks the protocol of Kafka, and clients that publish and read topics.

    Tests/Runs/kafka_cluster.py TOPIC...

runs a broker with these topics, prints its address, and ends with its standard input.
"""

import ctypes
import os
import sys
import time

LIBRARY = ctypes.CDLL("librdkafka.so.1")
PRODUCER, CONSUMER = 0, 1
TRANSPORT, NO_ERROR = -195, 0


class Message(ctypes.Structure):
    _fields_ = [("err", ctypes.c_int), ("rkt", ctypes.c_void_p), ("partition", ctypes.c_int32),
                ("payload", ctypes.c_void_p), ("len", ctypes.c_size_t), ("key", ctypes.c_void_p),
                ("key_len", ctypes.c_size_t), ("offset", ctypes.c_int64), ("private", ctypes.c_void_p)]


def declare(name, result, *arguments):
    function = getattr(LIBRARY, name)
    function.restype, function.argtypes = result, arguments
    return function


P, S, I, L = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t
conf_new = declare("rd_kafka_conf_new", P)
conf_set = declare("rd_kafka_conf_set", I, P, S, S, S, L)
conf_set_log = declare("rd_kafka_conf_set_log_cb", None, P, P)
new = declare("rd_kafka_new", P, I, P, S, L)
cluster_new = declare("rd_kafka_mock_cluster_new", P, P, I)
cluster_bootstraps = declare("rd_kafka_mock_cluster_bootstraps", S, P)
topic_create = declare("rd_kafka_mock_topic_create", I, P, S, I, I)
broker_down = declare("rd_kafka_mock_broker_set_down", I, P, ctypes.c_int32)
broker_up = declare("rd_kafka_mock_broker_set_up", I, P, ctypes.c_int32)
topic_new = declare("rd_kafka_topic_new", P, P, S, P)
produce = declare("rd_kafka_produce", I, P, ctypes.c_int32, I, S, L, S, L, P)
flush = declare("rd_kafka_flush", I, P, I)
poll = declare("rd_kafka_poll", I, P, I)
watermarks = declare("rd_kafka_query_watermark_offsets", I, P, S, ctypes.c_int32,
                     ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_int64), I)
list_new = declare("rd_kafka_topic_partition_list_new", P, I)
list_add = declare("rd_kafka_topic_partition_list_add", P, P, S, ctypes.c_int32)
list_offset = declare("rd_kafka_topic_partition_list_set_offset", I, P, S, ctypes.c_int32, ctypes.c_int64)
assign = declare("rd_kafka_assign", I, P, P)
consumer_poll = declare("rd_kafka_consumer_poll", ctypes.POINTER(Message), P, I)
message_destroy = declare("rd_kafka_message_destroy", None, ctypes.POINTER(Message))
header_all = declare("rd_kafka_header_get_all", I, P, L, ctypes.POINTER(S), ctypes.POINTER(P), ctypes.POINTER(L))
message_headers = declare("rd_kafka_message_headers", I, ctypes.POINTER(Message), ctypes.POINTER(P))
committed = declare("rd_kafka_committed", I, P, P, I)
destroy = declare("rd_kafka_destroy", None, P)


def client(kind, **settings):
    """A client of the library; the names of its settings have underscores for dots."""
    conf, text = conf_new(), ctypes.create_string_buffer(512)
    for name, value in settings.items():
        assert conf_set(conf, name.replace("_", ".").encode(), str(value).encode(), text, 512) == 0, text.value
    conf_set_log(conf, None)
    made = new(kind, conf, text, 512)
    assert made, text.value
    return made


class Partition(ctypes.Structure):
    _fields_ = [("topic", S), ("partition", ctypes.c_int32), ("offset", ctypes.c_int64), ("metadata", P),
                ("metadata_size", L), ("opaque", P), ("err", I), ("private", P)]


class PartitionList(ctypes.Structure):
    _fields_ = [("count", I), ("size", I), ("elements", ctypes.POINTER(Partition))]


def headers_of(message):
    found, headers = P(), {}
    if message_headers(message, found) != NO_ERROR:
        return headers
    name, value, size = S(), P(), L()
    while header_all(found, len(headers), name, value, size) == NO_ERROR:
        headers[name.value] = ctypes.string_at(value, size.value)
    return headers


class Cluster:
    """Brokers in this process, at ports of their own."""

    def __init__(self, brokers=3):
        self.brokers = brokers
        self.owner = client(PRODUCER)
        self.cluster = cluster_new(self.owner, brokers)
        self.servers = cluster_bootstraps(self.cluster).decode()
        self.producer = client(PRODUCER, bootstrap_servers=self.servers, enable_idempotence="true", linger_ms=1)
        self.topics, self.partitions = {}, {}

    def create(self, topic, partitions=4):
        assert topic_create(self.cluster, topic.encode(), partitions, 1) == NO_ERROR
        self.topics[topic] = topic_new(self.producer, topic.encode(), None)
        self.partitions[topic] = partitions

    def publish(self, topic, values):
        """Publishes, and waits until the brokers have stored all of them."""
        for key, value in values:
            assert produce(self.topics[topic], -1, 2, value, len(value), key, len(key), None) == 0
            poll(self.producer, 0)
        assert flush(self.producer, 60_000) == NO_ERROR

    def set_down(self, down):
        for broker in range(1, self.brokers + 1):
            (broker_down if down else broker_up)(self.cluster, broker)

    def ends(self, topic):
        low, high, ends = ctypes.c_int64(), ctypes.c_int64(), []
        for partition in range(self.partitions[topic]):
            status = watermarks(self.producer, topic.encode(), partition, low, high, 10_000)
            assert status == NO_ERROR, status
            assert low.value == 0, "the mock cluster has dropped messages"
            ends.append(high.value)
        return ends

    def committed(self, topic, group):
        """The offsets that a group has committed."""
        partitions = self.list(topic, -1001)
        consumer = client(CONSUMER, bootstrap_servers=self.servers, group_id=group)
        status = committed(consumer, partitions, 10_000)
        assert status == NO_ERROR, status
        found = ctypes.cast(partitions, ctypes.POINTER(PartitionList)).contents
        offsets = [max(0, found.elements[index].offset) for index in range(found.count)]
        destroy(consumer)
        return offsets

    def list(self, topic, offset):
        partitions = list_new(self.partitions[topic])
        for partition in range(self.partitions[topic]):
            list_add(partitions, topic.encode(), partition)
            list_offset(partitions, topic.encode(), partition, offset)
        return partitions

    def count(self, topic):
        return sum(self.ends(topic))

    def messages(self, topic):
        """The messages of a topic: key, value and headers."""
        ends = self.ends(topic)
        consumer = client(CONSUMER, bootstrap_servers=self.servers, group_id="reader", enable_auto_commit="false")
        assert assign(consumer, self.list(topic, 0)) == NO_ERROR
        found, end = [], time.monotonic() + 30
        while len(found) < sum(ends) and time.monotonic() < end:
            message = consumer_poll(consumer, 200)
            if not message:
                continue
            if message.contents.err == NO_ERROR:
                part = message.contents
                found.append((ctypes.string_at(part.key, part.key_len) if part.key else None,
                              ctypes.string_at(part.payload, part.len), headers_of(message)))
            message_destroy(message)
        destroy(consumer)
        assert len(found) == sum(ends), f"{len(found)} of {sum(ends)} messages"
        return found


if __name__ == "__main__":
    broker = Cluster(brokers=1)
    for name in sys.argv[1:]:
        broker.create(name)
    print(broker.servers, flush=True)
    sys.stdin.read()
    os._exit(0)
